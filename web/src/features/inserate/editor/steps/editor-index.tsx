import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { focusAtOnce } from '../../../../lib/page/focus-control.ts';
import { useRoving } from '../../../../ui/use-roving.ts';
import type { indexFacts } from './editor-step-facts.ts';
import { SECTION_IDS, type SectionId } from './editor-steps.ts';
import './editor-index.css';

/** How far down the window the section begins that counts as in view. */
const LINE = 0.4;

/** Above the form of a desktop, sticky: every section, what it lacks, and the one in view. */
export function SectionIndex({ facts, complete, of }: ReturnType<typeof indexFacts>) {
  const current = useSectionInView();
  const { ref: list, ...keys } = useRoving<HTMLOListElement>();
  useEffect(() => {
    const [row, link] = [list.current, list.current?.querySelector(`[href="#${current}"]`)];
    if (row && link instanceof HTMLElement)
      row.scrollTo({ left: link.offsetLeft - row.clientWidth / 3, behavior: 'instant' });
  }, [current, list]);
  return (
    <nav className="sec-index" aria-label="Abschnitte">
      <ol ref={list} {...keys}>
        {facts.map(({ id, title, open, complete: done }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault();
                goTo(id);
              }}
            >
              {done && <Check className="i is-success" aria-hidden />}
              {title}
              {done && <span className="sr">vollständig</span>}
              {open > 0 && (
                <span className="count num">
                  {open}
                  <span className="sr"> offen</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
      <span className="sm muted num" title={`${complete} von ${of} Abschnitten vollständig`}>
        {`${complete} von ${of}`}
        <span className="sr">Abschnitten vollständig</span>
      </span>
    </nav>
  );
}

/** Where no control can be used, the keyboard goes on from the section itself. */
function goTo(id: SectionId): void {
  const section = document.getElementById(id)!;
  if (!focusAtOnce(id)) {
    section.tabIndex = -1;
    section.focus();
  }
  section.scrollIntoView();
}

function useSectionInView(): SectionId {
  const [current, setCurrent] = useState(SECTION_IDS[0]!);
  useEffect(() => {
    const find = () => {
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      const begun = SECTION_IDS.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= innerHeight * LINE;
      });
      setCurrent((atEnd && scrollY > 0 ? SECTION_IDS.at(-1) : begun.at(-1)) ?? SECTION_IDS[0]!);
    };
    find();
    addEventListener('scroll', find, { passive: true });
    return () => removeEventListener('scroll', find);
  }, []);
  return current;
}
