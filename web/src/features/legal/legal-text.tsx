import type { ReactNode } from 'react';
import './legal-text.css';

/**
 * One numbered part of a legal text. `id` is its anchor and never changes, so that links to it stay
 * good.
 */
export interface Section {
  id: string;
  title: string;
  body: ReactNode;
}

export interface LegalDocument {
  title: string;
  lead: string;
  /** Day from which this wording holds, as it is read. */
  version: string;
  sections: Section[];
}

/**
 * A long text with its table of contents. The table lies beside the text where there is room for
 * it.
 */
export function LegalText({
  document: { title, lead, version, sections },
}: {
  document: LegalDocument;
}) {
  return (
    <div className="legal-page">
      <div className="page-head">
        <div>
          <h1 className="h1">{title}</h1>
          <p>{lead}</p>
        </div>
      </div>
      <div className="legal-grid">
        <nav className="legal-toc" aria-label="Inhalt">
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="legal-text">
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-titel`}>
              <h2 className="h3" id={`${section.id}-titel`}>
                <span className="num">{index + 1}</span> {section.title}
              </h2>
              {section.body}
            </section>
          ))}
          <p className="sm muted">Fassung vom {version}</p>
        </article>
      </div>
    </div>
  );
}
