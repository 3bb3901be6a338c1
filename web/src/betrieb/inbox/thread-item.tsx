import { HELP_OPERATIONS } from '@samtrot/shared/customers/help-rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import {
  formatChf,
  formatCredits,
  formatDate,
  formatDayTime,
} from '@samtrot/shared/kernel/format.ts';
import { subjectLabel } from '@samtrot/shared/support/rules.ts';
import { assignThread, closeStaffThread, thread } from '@samtrot/shared/support/staff-contract.ts';
import { cutAtReports, THREAD_LABELS, threadIdOf } from '@samtrot/shared/support/thread-rules.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileLinks } from '../../ui/file-links.tsx';
import { Select } from '../../ui/select.tsx';
import { useList, useMe } from '../api.ts';
import { HelpDialog } from '../customers/customer-help.tsx';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { mayOpen } from '../navigation.ts';
import { useChange } from '../use-change.tsx';
import { ThreadComposer } from './thread-composer.tsx';
import './thread.css';

type Read = Output<typeof thread>;
type Account = NonNullable<Read['account']>;
type Entry = Read['thread']['entries'][number];
const time = (iso: string) => formatDayTime(new Date(iso));

/** One thread with its notes, what is known of its account, and the composer. */
export function ThreadItem({ ticket }: { ticket: string }) {
  const id = threadIdOf(ticket);
  return id === undefined ? (
    <p className="house-state">Diese Nachricht gibt es nicht.</p>
  ) : (
    <OneThread key={id} id={id} />
  );
}

function OneThread({ id }: { id: number }) {
  const query = useList(thread, { thread_id: id });
  return (
    <>
      <HouseLink to="/postfach" className="panes-back">
        Alle Nachrichten
      </HouseLink>
      <Loaded query={query}>{() => <Thread id={id} of={query.data!} />}</Loaded>
    </>
  );
}

function Thread({ id, of: { thread: it, people, account } }: { id: number; of: Read }) {
  const { staff_id: me, rights } = useMe();
  const { run, busy, dialog } = useChange();
  const replies = rights.includes('inbox.reply');
  const open = it.state !== 'done' && it.state !== 'spam';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const close = (state: 'done' | 'spam' | 'new') =>
    void run(closeStaffThread, { thread_id: id, state });
  useLetterKeys(replies && open && !busy ? { e: () => close('done') } : {});
  return (
    <div className="thread-page">
      <section className="house-panel thread-main" aria-label={it.ticket}>
        <header className="thread-head">
          <div>
            <h2 className="h2" tabIndex={-1} ref={heading}>
              {subjectLabel(it.subject)}
            </h2>
            <p className="muted">
              {it.ticket} · {it.who} ·{' '}
              {it.kind === 'support' ? 'im Dashboard' : 'vom Formular, Antwort per E-Mail'}{' '}
              <Badge>{THREAD_LABELS[it.state]}</Badge>
            </p>
            {it.previous && (
              <p>
                Geht weiter von{' '}
                <HouseLink to={`/postfach/${it.previous}`} className="inbox-link">
                  {it.previous}
                </HouseLink>
              </p>
            )}
          </div>
          {replies && (
            <div className="house-acts">
              {open ? (
                <>
                  <Button busy={busy} icon={Check} onClick={() => close('done')}>
                    Erledigt <kbd aria-hidden>E</kbd>
                  </Button>
                  <Button variant="ghost" busy={busy} onClick={() => close('spam')}>
                    Spam
                  </Button>
                </>
              ) : (
                <Button busy={busy} onClick={() => close('new')}>
                  Wieder öffnen
                </Button>
              )}
            </div>
          )}
        </header>
        <ol className="thread-entries" aria-label="Verlauf">
          {it.entries.map((entry) => (
            <li key={entry.id} className={clsx('thread-entry', `is-${entry.kind}`)}>
              <EntryText of={entry} who={it.who} />
            </li>
          ))}
        </ol>
        <p className="thread-typing" role="status">
          {it.typing && `${it.typing} schreibt gerade`}
        </p>
        {replies && <ThreadComposer id={id} of={it} />}
      </section>
      <aside className="thread-side" aria-label="Angaben">
        {replies && (
          <section className="house-panel" aria-label="Zuteilung">
            <div className="house-state house-form">
              <Field label="Zugeteilt an">
                <Select
                  value={String(it.assigned?.staff_id ?? '')}
                  options={[
                    { value: '', label: 'Niemand' },
                    ...people.map((person) => ({
                      value: String(person.staff_id),
                      label: person.staff_id === me ? `${person.name} (du)` : person.name,
                    })),
                  ]}
                  onChange={({ target: { value } }) =>
                    void run(assignThread, {
                      thread_id: id,
                      staff_id: value === '' ? null : Number(value),
                    })
                  }
                />
              </Field>
              {it.assigned?.staff_id !== me && people.some(({ staff_id }) => staff_id === me) && (
                <Button
                  busy={busy}
                  busyLabel="Einen Moment …"
                  onClick={() => void run(assignThread, { thread_id: id, staff_id: me })}
                >
                  Mir zuteilen
                </Button>
              )}
            </div>
          </section>
        )}
        {account ? <Card of={account} who={it.who} subject={it.subject} /> : <Sender of={it} />}
      </aside>
      {dialog}
    </div>
  );
}

function EntryText({ of, who }: { of: Entry; who: string }) {
  if (of.kind === 'event')
    return (
      <p>
        {of.text}, {of.by}, {time(of.at)}
      </p>
    );
  const by = of.kind === 'message' ? who : of.by;
  return (
    <>
      <p className="thread-by">
        <b>{of.kind === 'note' ? `Nur intern · ${by}` : by}</b>
        <span>
          {time(of.at)}
          {of.seen_at && ` · gelesen ${time(of.seen_at)}`}
        </span>
      </p>
      <p className="thread-text">
        {cutAtReports(of.text).map(({ text, report }, at) =>
          report ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay where they are
            <HouseLink key={at} to={`/meldungen/${text}`}>
              {text}
            </HouseLink>
          ) : (
            text
          ),
        )}
      </p>
      <FileLinks files={of.files} path="/betrieb/datei" />
    </>
  );
}

const Sender = ({ of }: { of: Read['thread'] }) => (
  <section className="house-panel" aria-labelledby="absender">
    <h2 id="absender">Ohne Konto</h2>
    <dl className="house-facts">
      <dt>E-Mail</dt>
      <dd>{of.email} (nicht geprüft)</dd>
      {of.phone && (
        <>
          <dt>Telefon</dt>
          <dd>{of.phone}</dd>
        </>
      )}
    </dl>
  </section>
);

/** What helps her, by the rights of the reader; what fits the subject comes first (BOF-89). */
function Fitting({ account: { id }, subject }: { account: Account; subject: string }) {
  const { rights } = useMe();
  const [sending, setSending] = useState(false);
  const acts = [
    ...(rights.includes('customer.read')
      ? [
          <HouseLink key="payments" to={`/kundinnen/${id}/zahlungen`} className="inbox-link">
            Zahlung suchen
          </HouseLink>,
        ]
      : []),
    ...(rights.includes('customer.help')
      ? [
          <Button key="link" onClick={() => setSending(true)}>
            Link senden, neues Passwort
          </Button>,
        ]
      : []),
  ];
  if (acts.length === 0) return null;
  return (
    <section className="house-panel" aria-labelledby="passt">
      <h2 id="passt">Passt dazu</h2>
      <div className="thread-acts">
        {subject === 'billing' ? acts : acts.toReversed()}
        {rights.includes('customer.read') && (
          <HouseLink to={`/kundinnen/${id}`} className="inbox-link">
            Karte öffnen
          </HouseLink>
        )}
      </div>
      {sending && (
        <HelpDialog
          accountId={id}
          act="send_reset"
          label={HELP_OPERATIONS.send_reset}
          onClose={() => setSending(false)}
        />
      )}
    </section>
  );
}

/** A number that leads to what it counts, for who may open that. */
function Counted({ count, to }: { count: number; to: string }) {
  const { rights } = useMe();
  return count > 0 && mayOpen(to, rights) ? <HouseLink to={to}>{count}</HouseLink> : count;
}

/** The account in short: what money, holds and payments say (BOF-89). */
const Card = ({ of, who, subject }: { of: Account; who: string; subject: string }) => (
  <>
    <section className="house-panel" aria-labelledby="konto">
      <h2 id="konto">
        {who}, {of.id}
      </h2>
      <dl className="house-facts">
        <dt>Guthaben</dt>
        <dd>{formatCredits(of.credits)}</dd>
        <dt>Offen</dt>
        <dd>{formatCredits(of.owed)}</dd>
        <dt>Seit</dt>
        <dd>{formatDate(new Date(of.since))}</dd>
        <dt>Sperren</dt>
        <dd>
          <Counted count={of.holds} to={`/kundinnen/${of.id}/meldungen-und-sperren`} />
        </dd>
        <dt>Zahlungsfälle</dt>
        <dd>
          <Counted count={of.cases} to="/geld" />
        </dd>
      </dl>
    </section>
    <Fitting account={of} subject={subject} />
    <section className="house-panel" aria-labelledby="zahlungen">
      <h2 id="zahlungen">Letzte Zahlungen</h2>
      {of.payments.length === 0 ? (
        <p className="house-state">Keine.</p>
      ) : (
        <dl className="house-facts">
          {of.payments.map(({ number, at, amount, status }) => (
            <div key={number}>
              <dt>{time(at)}</dt>
              <dd>
                {paymentName(number)}, {formatChf(amount * 100)}, {status}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  </>
);
