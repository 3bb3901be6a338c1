import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './card.css';
import './field.css';
import './form-section.css';

interface Props {
  id: string;
  title: string;
  /** At the right of the title, such as "2 von 3 inbegriffen". */
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** One card of the editor. */
export function FormSection({ id, title, hint, error, children }: Props) {
  return (
    <section className="card sec" id={id} data-slot="form-section" aria-labelledby={`${id}-title`}>
      <header className="sec-head">
        <h2 className="h2" id={`${id}-title`}>
          {title}
        </h2>
        {hint && <span className="sm muted num sec-hint">{hint}</span>}
      </header>
      {children}
      {error && (
        <p className="error sec-error" id={`${id}-error`}>
          <CircleAlert className="i" aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </section>
  );
}
