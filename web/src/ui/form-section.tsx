import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
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

/** The level of the sections' headings: one lower below the question of a step. */
export const SectionLevel = createContext<2 | 3>(2);

/** One card of the editor. */
export function FormSection({ id, title, hint, error, children }: Props) {
  const Heading = `h${useContext(SectionLevel)}` as const;
  return (
    <section className="card sec" id={id} data-slot="form-section" aria-labelledby={`${id}-title`}>
      <header className="sec-head">
        <Heading className="h2" id={`${id}-title`}>
          {title}
        </Heading>
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
