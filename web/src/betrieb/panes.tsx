import { clsx } from 'clsx';
import { MousePointerClick } from 'lucide-react';
import type { ReactNode } from 'react';
import './page.css';
import './panes.css';

interface Props {
  /** The page's heading and what stands under it, above the list. */
  head: ReactNode;
  /** Accessible name of the list. */
  label: string;
  list: ReactNode;
  /** The item of the address; null if there is none. */
  item: ReactNode;
}

/** A list and the item of the address beside it; below 1100 px one of the two (BOF-143). */
export const Panes = ({ head, label, list, item }: Props) => (
  <div className={clsx('panes', item !== null && 'is-open')}>
    <div className="panes-side">
      <div className="panes-head">{head}</div>
      <section className="panes-list" aria-label={label}>
        {list}
      </section>
    </div>
    {item === null ? (
      <p className="panes-none">
        <MousePointerClick className="i" aria-hidden />
        Wähle links einen Eintrag.
      </p>
    ) : (
      <div className="panes-item">{item}</div>
    )}
  </div>
);
