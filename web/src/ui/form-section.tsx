import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
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

/** The headings of sections: one level lower below the question of a step. */
export const SectionHeading = createContext<'h2' | 'h3'>('h2');

/** One card of the editor. */
export function FormSection({ id, title, hint, error, children }: Props) {
  const Heading = use(SectionHeading);
  return (
    <section className="card sec" id={id} data-slot="form-section" aria-labelledby={`${id}-title`}>
      <header className="between wrap align-baseline below-4 sec-head">
        <Heading className="h2" id={`${id}-title`}>
          {title}
        </Heading>
        {hint && <span className="sm muted num sec-hint">{hint}</span>}
      </header>
      {children}
      {error && (
        <p className="error above-4" id={`${id}-error`}>
          <CircleAlert className="i" aria-hidden />
          {error}
        </p>
      )}
    </section>
  );
}
