import type { PriceWords } from '@samtrot/shared/catalogue/price-words.ts';
import { Questions } from '../../ui/questions.tsx';
import { faqOf } from './faq.ts';
import './faq-list.css';

/** The questions of the contact pages, by what they are about. */
export function FaqList({ words }: { words: PriceWords }) {
  return (
    <div className="faq-groups" data-slot="faq">
      {faqOf(words).map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h3 className="h3">{title}</h3>
          <Questions entries={entries} />
        </section>
      ))}
    </div>
  );
}
