import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/time.ts';
import { subjectLabel } from '@samtrot/shared/support/rules.ts';
import { threads } from '@samtrot/shared/support/staff-contract.ts';
import {
  INBOX_LABELS,
  INBOX_LISTS,
  type InboxList,
  THREAD_LABELS,
  threadIdOf,
} from '@samtrot/shared/support/thread-rules.ts';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { useHouseTitle, useList, useMe } from './api.ts';
import { HouseLink } from './link.tsx';
import { Loaded, NewOnes, useSteady } from './list-state.tsx';
import './thread.css';

type Listed = Output<typeof threads>;
type Item = Listed['items'][number];

const EMPTY: Record<InboxList, string> = {
  new: 'Keine neuen Nachrichten.',
  mine: 'Dir ist nichts zugeteilt.',
  waiting: 'Niemand lässt auf sich warten.',
  done: 'Noch nichts erledigt.',
  spam: 'Kein Spam.',
};
const time = (iso: string) => formatDayTime(new Date(iso));

/** The five lists of the inbox; a search looks in all of them (BOF-82). */
export function InboxPage() {
  useHouseTitle('Postfach');
  const { rights } = useMe();
  const [list, setList] = useState<InboxList>('new');
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const query = useList(threads, { list, ...(q !== '' && { q }) });
  const counts: Partial<Record<InboxList, number>> = query.data?.counts ?? {};
  const label = (name: InboxList) =>
    counts[name] === undefined ? INBOX_LABELS[name] : `${INBOX_LABELS[name]} ${counts[name]}`;
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Postfach</h1>
        {rights.includes('template.edit') && (
          <HouseLink to="/postfach/textbausteine" className="inbox-link">
            Textbausteine
          </HouseLink>
        )}
      </div>
      <div className="inbox-head">
        <Segmented
          label="Listen"
          value={list}
          onChange={(name) => {
            setList(name);
            setTyped('');
            setQ('');
          }}
          items={INBOX_LISTS.map((value) => ({ value, label: label(value) }))}
        />
        <form
          className="inbox-search"
          onSubmit={(event) => {
            event.preventDefault();
            setQ(typed.trim());
          }}
        >
          <Field label="Suchen" help="Nummer, ganze E-Mail-Adresse oder Betreff">
            <Input
              type="search"
              value={typed}
              maxLength={254}
              onChange={({ target }) => {
                setTyped(target.value);
                if (target.value === '') setQ('');
              }}
            />
          </Field>
          <Button type="submit">Suchen</Button>
        </form>
      </div>
      <section className="house-panel" aria-label={q === '' ? INBOX_LABELS[list] : 'Gefunden'}>
        <Loaded query={query}>
          {() => (
            <List
              key={`${list} ${q}`}
              of={query.data!}
              empty={q ? 'Nichts gefunden.' : EMPTY[list]}
            />
          )}
        </Loaded>
      </section>
    </>
  );
}

function List({ of, empty }: { of: Listed; empty: string }) {
  const { shown, waiting, showAll, around } = useSteady(
    of.items,
    ({ ticket }) => threadIdOf(ticket)!,
  );
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">{empty}</p>
      ) : (
        <table className="house-table">
          <caption className="sr">Nachrichten</caption>
          <thead>
            <tr>
              <th scope="col">Betreff</th>
              <th scope="col">Von</th>
              <th scope="col">Letzter Eintrag</th>
              <th scope="col">Wartet seit</th>
              <th scope="col">Zugeteilt</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <Row key={item.ticket} of={item} />
            ))}
          </tbody>
        </table>
      )}
      {of.more && <p className="house-state muted">Es gibt noch mehr. Suche danach.</p>}
    </div>
  );
}

const Row = ({ of }: { of: Item }) => (
  <tr>
    <td>
      <HouseLink to={`/postfach/${of.ticket}`} className="inbox-link">
        {subjectLabel(of.subject)}
      </HouseLink>{' '}
      <span className="muted num nowrap">{of.ticket}</span> <Badge>{THREAD_LABELS[of.state]}</Badge>
    </td>
    <td data-label="Von">
      {of.who}
      {of.account_id === null && ' (ohne Konto)'}
    </td>
    <td data-label="Letzter Eintrag">{time(of.last_at)}</td>
    <td data-label="Wartet seit">{of.waits_since ? time(of.waits_since) : '–'}</td>
    <td data-label="Zugeteilt">{of.assigned?.name ?? '–'}</td>
  </tr>
);
