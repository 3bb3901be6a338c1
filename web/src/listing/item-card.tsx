import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Change } from '@samtrot/shared/moderation/change-contract.ts';
import { clsx } from 'clsx';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { RuntimeBar } from '../ui/runtime-bar.tsx';
import { StatusBadge, type StatusName } from '../ui/status-badge.tsx';
import { ChangeNotes } from './change-note.tsx';
import { isOpen } from './hold.ts';
import { HoldBadge, HoldPanel } from './hold-panel.tsx';
import { type Runtime, standingStill } from './runtime.ts';
import './item-card.css';
import '../ui/card.css';
import '../ui/skeleton.css';
import '../ui/veiled-picture.css';

/** The element of a card, for the focus. */
export const cardOf = (id: number): HTMLElement | null => document.getElementById(`karte-${id}`);

/** A short fact on a card. */
export interface Fact {
  icon: LucideIcon;
  text: string;
  /** Beside the sidebar the buttons show it already. */
  phone?: true;
}

interface Props {
  id: number;
  type: Change['object']['type'];
  /** `ad-card` */
  slot: string;
  status: StatusName;
  title: string;
  /** Under the title. */
  sub: string;
  picture: ReactNode;
  /** Beside the number, beside the sidebar only. */
  kind?: ReactNode;
  run: Runtime | null;
  /** Nothing was paid for its run. */
  free?: boolean;
  /** When its run ends, ISO 8601. */
  endsAt: string | null;
  /** Open, or released within a day. */
  hold: Hold | undefined;
  facts: readonly Fact[];
  /** A column of its own beside the sidebar. */
  side?: ReactNode;
  /** The button that is always there. */
  main: ReactNode;
  /** Everything that it can do, beside the sidebar. */
  foot: ReactNode;
  /** Between card and buttons, at every width. */
  middle?: ReactNode;
  /** On a phone, at the left of the buttons. */
  note?: ReactNode;
  /** `Mehr zu Inserat 20001` */
  moreLabel: string;
  /** On a phone: shows everything that it can do. */
  onMore: (id: number) => void;
}

export function ItemCard(props: Props) {
  const { id, status, hold, side, main, onMore } = props;
  const first = hold?.first;
  const held = isOpen(hold);
  const run = held ? heldRun(props) : props.run;
  const back = hold && !held && status === 'aktiv' && props.endsAt;
  return (
    <article
      className="card item"
      id={`karte-${id}`}
      data-slot={props.slot}
      data-status={status}
      aria-labelledby={`titel-${id}`}
      tabIndex={-1}
    >
      <div className="item-main">
        {props.picture}
        <div className="item-info">
          <div className="row-tight wrap">
            {held ? <HoldBadge hold={hold} /> : <StatusBadge status={status} />}
            <span className="xs muted num">Nr. {id}</span>
            {props.kind && <span className="xs muted only-desktop">{props.kind}</span>}
          </div>
          <h2 className="plain-title anywhere item-title" id={`titel-${id}`}>
            {props.title}
          </h2>
          <p className="sm muted item-sub">{props.sub}</p>
          {run && <RuntimeBar {...run} />}
          {back && (
            <p className="sm strong">
              {first ? 'Geprüft und online' : 'Wieder online'}. Läuft bis{' '}
              {runsUntil(new Date(back))}.
            </p>
          )}
          <Facts facts={props.facts} />
        </div>
        <div className="item-side only-desktop">{side}</div>
        <div className="only-desktop">{main}</div>
      </div>
      {held ? <HoldPanel hold={hold} /> : <ChangeNotes type={props.type} id={id} />}
      {props.middle}
      {props.foot}
      <div className="row-tight wrap only-mobile item-foot-m">
        {props.note}
        <span className="row-tight push end">
          {main}
          <Button
            icon={Ellipsis}
            aria-haspopup="dialog"
            aria-label={props.moreLabel}
            data-more={id}
            onClick={() => onMore(id)}
          >
            Mehr
          </Button>
        </span>
      </div>
    </article>
  );
}

/** A free run goes on while it is held; a paid one that had begun stands still. */
function heldRun({ status, run, free }: Props): Runtime | null {
  if (!run || free) return run;
  return status === 'aktiv' ? standingStill(run) : null;
}

const runsUntil = formatDateTime;

function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <ul className="row wrap above-1 xs muted num item-facts">
      {facts.map(({ icon: Icon, text, phone }) => (
        <li key={text} className={clsx('row-tight', phone && 'only-mobile')}>
          <Icon className="i" aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  );
}
