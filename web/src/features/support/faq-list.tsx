import { ChevronDown } from 'lucide-react';
import { FAQ } from './faq.ts';
import './faq-list.css';

/**
 * Questions that open one by one. They are the browser's own, so that keyboard, search in the page
 * and printing work without a script; none closes another, because a search may open several.
 */
export function FaqList() {
  return (
    <div className="faq" data-slot="faq">
      {FAQ.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h3 className="h3">{title}</h3>
          {entries.map(({ question, answer }) => (
            <details key={question}>
              <summary>
                <span>{question}</span>
                <ChevronDown className="i" aria-hidden />
              </summary>
              <div className="faq-answer">
                {answer.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          ))}
        </section>
      ))}
    </div>
  );
}
