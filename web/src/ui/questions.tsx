import { ChevronDown } from 'lucide-react';
import './questions.css';

export interface Question {
  question: string;
  /** Plain paragraphs. */
  answer: readonly string[];
}

/**
 * Questions that open one by one. They are the browser's own, so that keyboard, search in the page
 * and printing work without a script; none closes another, because a search may open several.
 */
export const Questions = ({ entries }: { entries: readonly Question[] }) => (
  <div className="faq">
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
  </div>
);
