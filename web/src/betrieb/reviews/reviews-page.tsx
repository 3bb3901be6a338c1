import { formatAge } from '@samtrot/shared/health/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { queue } from '@samtrot/shared/moderation/review-contract.ts';
import {
  CAUSE_LABELS,
  countText,
  FILTER_LABELS,
  REVIEW_FILTERS,
  REVIEWED_LABELS,
  type ReviewFilter,
  waitingText,
} from '@samtrot/shared/moderation/review-rules.ts';
import { useParams, useRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { EyeOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useHouseTitle, useList } from '../api.ts';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { Loaded, NewOnes, useSteady } from '../list-state.tsx';
import { Panes } from '../panes.tsx';
import { ReviewItem } from './review-item.tsx';
import { LevelMark } from './review-level.tsx';
import { type Undoable, UndoBar } from './review-undo.tsx';
import './reviews.css';

/** Of the signals so many stand in the list in words. */
const SIGNALS_SHOWN = 2;
const moreText = (more: number) => (more === 1 ? '1 weiterer Hinweis' : `${more} weitere Hinweise`);

type Listed = Output<typeof queue>['items'][number];

const idOf = ({ review_id }: Listed) => review_id;

/** The queue, and the item of the address beside it; on a phone one of the two. */
export function ReviewsPage() {
  const { review: chosen } = useParams({ strict: false }) as { review?: string };
  const id = chosen && /^[1-9]\d{0,14}$/.test(chosen) ? Number(chosen) : null;
  const [filter, setFilter] = useState<ReviewFilter>('all');
  const [cursors, setCursors] = useState<string[]>([]);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const [said, setSaid] = useState({ text: '', nth: 0 });
  const say = (text: string) => setSaid(({ nth }) => ({ text, nth: nth + 1 }));
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  const query = useList(queue, { filter, cursor: cursors.at(-1) ?? '' });
  useHouseTitle('Prüfen');
  const steady = useSteady(query.data?.items, idOf, {
    which: `${filter}${cursors.at(-1) ?? ''}`,
  });
  const items = steady.shown;
  const open = (to: number | null) =>
    void router.navigate({ to: (to === null ? '/pruefen' : `/pruefen/${to}`) as never });
  const at = items.findIndex(({ review_id }) => review_id === id);
  /** The neighbour of the open item, or the first one. */
  const neighbour = (step: 1 | -1) =>
    (id === null ? items[0] : items[at + step])?.review_id ?? null;

  const decided = (done: Undoable, text: string) => {
    const next = neighbour(1) ?? neighbour(-1);
    setUndoable(done);
    say(text);
    open(next);
    if (next === null) heading.current?.focus();
  };
  return (
    <>
      <p className="sr" role="status">
        {/* The same words once more are new words: readers say what changes. */}
        <span key={said.nth}>{said.text}</span>
      </p>
      {undoable && (
        <UndoBar
          of={undoable}
          text={said.text}
          onUndone={() => {
            say('Rückgängig gemacht.');
            open(undoable.id);
            setUndoable(null);
          }}
          onLate={() => setUndoable(null)}
        />
      )}
      <Panes
        label="Warteschlange"
        head={
          <>
            <div className="panes-title">
              <h1 className="h1" tabIndex={-1} ref={heading}>
                Prüfen
              </h1>
              {query.data?.median_minutes != null && (
                <p className="muted xs">
                  Erster Entscheid im Median nach {formatAge(query.data.median_minutes * MINUTE_MS)}
                </p>
              )}
            </div>
            <div className="panes-filters">
              {REVIEW_FILTERS.map((one) => (
                <button
                  key={one}
                  type="button"
                  className="panes-filter"
                  aria-pressed={one === filter}
                  onClick={() => {
                    setFilter(one);
                    setCursors([]);
                  }}
                >
                  {FILTER_LABELS[one]} {query.data && countText(query.data.counts[one])}
                </button>
              ))}
            </div>
          </>
        }
        list={
          <>
            <Loaded query={query}>{() => <Queue steady={steady} chosen={id} />}</Loaded>
            {(cursors.length > 0 || query.data?.next) && (
              <div className="house-acts house-state">
                {cursors.length > 0 && (
                  <Button size="sm" onClick={() => setCursors(cursors.slice(0, -1))}>
                    Vorige 50
                  </Button>
                )}
                {query.data?.next && (
                  <Button size="sm" onClick={() => setCursors([...cursors, query.data.next!])}>
                    Nächste 50
                  </Button>
                )}
              </div>
            )}
            {id === null && <NextKeys onNext={() => items[0] && open(items[0].review_id)} />}
          </>
        }
        item={
          id === null ? null : (
            <ReviewItem
              key={id}
              id={id}
              onMove={(step) => {
                const to = neighbour(step);
                if (to !== null) open(to);
              }}
              onLeave={() => open(null)}
              onDecided={decided}
            />
          )
        }
      />
    </>
  );
}

/** J opens the first item. */
function NextKeys({ onNext }: { onNext: () => void }) {
  useLetterKeys({ j: onNext });
  return null;
}

interface QueueProps {
  steady: ReturnType<typeof useSteady<Listed>>;
  chosen: number | null;
}

function Queue({ steady: { shown, waiting, showAll, around }, chosen }: QueueProps) {
  const now = new Date();
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">Nichts zu prüfen.</p>
      ) : (
        <ul>
          {shown.map((item) => (
            <li
              key={item.review_id}
              className={clsx('panes-row review-row', item.review_id === chosen && 'is-chosen')}
            >
              <span className="review-preview" aria-hidden>
                {item.preview && <img src={item.preview} alt="" />}
                <EyeOff className="i" />
              </span>
              <div>
                <p className="panes-line">
                  <LevelMark level={item.level} points={item.points} />
                  <span className="xs muted">{waitingText(new Date(item.waiting_since), now)}</span>
                </p>
                <HouseLink
                  to={`/pruefen/${item.review_id}`}
                  className="panes-link"
                  aria-current={item.review_id === chosen ? 'true' : undefined}
                >
                  {item.title || 'Ohne Titel'}
                </HouseLink>
                <p className="muted">
                  {REVIEWED_LABELS[item.object.type]} {item.object.id} · {CAUSE_LABELS[item.cause]}
                </p>
                {item.signals.slice(0, SIGNALS_SHOWN).map(({ code, sentence }) => (
                  <p key={code} className="xs">
                    {sentence}
                  </p>
                ))}
                {item.signals.length > SIGNALS_SHOWN && (
                  <p className="xs muted">{moreText(item.signals.length - SIGNALS_SHOWN)}</p>
                )}
                {item.claimed_by && <Badge tone="info">{item.claimed_by} bearbeitet das</Badge>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
