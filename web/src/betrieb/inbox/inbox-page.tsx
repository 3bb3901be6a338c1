import { formatAge } from '@samtrot/shared/health/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { subjectLabel } from '@samtrot/shared/support/rules.ts';
import { threads } from '@samtrot/shared/support/staff-contract.ts';
import {
  INBOX_LABELS,
  INBOX_LISTS,
  type InboxList,
  THREAD_LABELS,
  threadIdOf,
} from '@samtrot/shared/support/thread-rules.ts';
import { useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { useHouseTitle, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded, NewOnes, useSteady } from '../list-state.tsx';
import { PageButtons, usePagedList } from '../paged-list.tsx';
import { Panes } from '../panes.tsx';
import { ThreadItem } from './thread-item.tsx';
import './thread.css';

type Item = Output<typeof threads>['items'][number];

const EMPTY: Record<InboxList, string> = {
  new: 'Keine neuen Nachrichten.',
  mine: 'Dir ist nichts zugeteilt.',
  waiting: 'Wir warten auf niemanden.',
  done: 'Noch nichts erledigt.',
  spam: 'Kein Spam.',
};
/** In the others who waits longest comes first. */
const NEWEST_FIRST: readonly InboxList[] = ['done', 'spam'];
const time = (iso: string) => formatDayTime(new Date(iso));

/** The five lists of the inbox; a search looks in all of them (BOF-82). */
export function InboxPage() {
  useHouseTitle('Postfach');
  const { rights } = useMe();
  const { ticket } = useParams({ strict: false }) as { ticket?: string };
  const [list, setList] = useState<InboxList>('new');
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const filter = { list, ...(q !== '' && { q }) };
  const { query, table, pages } = usePagedList(threads, filter, []);
  const steady = useSteady(query.data?.items, ({ ticket }) => threadIdOf(ticket)!, table);
  // Nothing is left of a later page.
  if (query.data && steady.shown.length === 0) pages.onBack?.();
  const counts: Partial<Record<InboxList, number>> = query.data?.counts ?? {};
  const label = (name: InboxList) =>
    counts[name] === undefined ? INBOX_LABELS[name] : `${INBOX_LABELS[name]} ${counts[name]}`;
  return (
    <Panes
      head={
        <>
          <div className="panes-title">
            <h1 className="h1">Postfach</h1>
            {rights.includes('template.edit') && (
              <HouseLink to="/postfach/vorlagen" className="inbox-link">
                Vorlagen
              </HouseLink>
            )}
          </div>
          <div className="panes-filters">
            {INBOX_LISTS.map((name) => (
              <button
                key={name}
                type="button"
                className="panes-filter"
                aria-pressed={name === list && q === ''}
                onClick={() => {
                  setList(name);
                  setTyped('');
                  setQ('');
                }}
              >
                {label(name)}
              </button>
            ))}
          </div>
          {list === 'waiting' && (
            <p className="muted xs">Wir haben geantwortet und warten auf die Kundin.</p>
          )}
          <form
            className="inbox-search"
            onSubmit={(event) => {
              event.preventDefault();
              setQ(typed.trim());
            }}
          >
            <Input
              type="search"
              aria-label="Nummer, ganze E-Mail oder Betreff"
              placeholder="Nummer, E-Mail, Betreff"
              value={typed}
              maxLength={254}
              onChange={({ target }) => {
                setTyped(target.value);
                if (target.value === '') setQ('');
              }}
            />
            <IconButton type="submit" icon={Search} label="Suchen" tipSide="left" />
          </form>
        </>
      }
      label={q === '' ? INBOX_LABELS[list] : 'Gefunden'}
      list={
        <>
          <Loaded query={query}>
            {() => (
              <List
                {...steady}
                chosen={ticket ?? null}
                empty={query.isPlaceholderData ? '' : q ? 'Nichts gefunden.' : EMPTY[list]}
                listed={q === '' ? INBOX_LABELS[list] : null}
                now={query.dataUpdatedAt}
              />
            )}
          </Loaded>
          <PageButtons inPanel of={{ ...pages, newestFirst: NEWEST_FIRST.includes(list) }} />
        </>
      }
      item={ticket === undefined ? null : <ThreadItem ticket={ticket} />}
    />
  );
}

interface ListProps extends ReturnType<typeof useSteady<Item>> {
  chosen: string | null;
  empty: string;
  listed: string | null;
  now: number;
}

function List({ shown, waiting, showAll, around, chosen, empty, listed, now }: ListProps) {
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">{empty}</p>
      ) : (
        <ul>
          {shown.map((item) => (
            <Row
              key={item.ticket}
              of={item}
              chosen={item.ticket === chosen}
              listed={listed}
              now={now}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface RowProps {
  of: Item;
  chosen: boolean;
  /** The name of the list, which need not be said again; null in a search. */
  listed: string | null;
  now: number;
}

const Row = ({ of, chosen, listed, now }: RowProps) => (
  <li className={clsx('panes-row', chosen && 'is-chosen')}>
    <p className="panes-line">
      <b>{of.who}</b>
      <span className="xs muted">
        {of.waits_since ? (
          <time dateTime={of.waits_since} title={time(of.waits_since)}>
            wartet seit {formatAge(now - Date.parse(of.waits_since))}
          </time>
        ) : (
          time(of.last_at)
        )}
      </span>
    </p>
    <HouseLink to={`/postfach/${of.ticket}`} className="panes-link">
      {subjectLabel(of.subject)}
    </HouseLink>
    <p className="muted panes-last">
      {`${of.ticket} · ${of.last_by === null ? 'Nachricht' : `Antwort von ${of.last_by}`}`}
      {of.waits_since && `, ${time(of.last_at)}`}
    </p>
    <p className="panes-tags">
      {THREAD_LABELS[of.state] !== listed && <Badge>{THREAD_LABELS[of.state]}</Badge>}
      {of.account_id === null && <Badge>Ohne Konto</Badge>}
      {of.assigned && <Badge tone="info">{of.assigned.name}</Badge>}
    </p>
  </li>
);
