import { REASON_NAMES } from '@samtrot/shared/holds/reason-rules.ts';
import {
  type APPEAL_LISTS,
  appeals,
  decideAppeal,
  getAppeal,
} from '@samtrot/shared/holds/staff-contract.ts';
import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AccountLink, ThingLink } from '../account-facts.tsx';
import { useHouseTitle, useList, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded, NewOnes, useSteady } from '../list-state.tsx';
import { mayOpen } from '../navigation.ts';
import { NumberSearch } from '../number-search.tsx';
import { PageButtons, usePagedList } from '../paged-list.tsx';
import { thingName } from '../thing.ts';
import { useChange } from '../use-change.tsx';
import '../page.css';

type Appeal = Output<typeof appeals>['appeals'][number];

type Which = (typeof APPEAL_LISTS)[number];
const LISTS: readonly { value: Which; label: string }[] = [
  { value: 'open', label: 'Offen' },
  { value: 'decided', label: 'Entschieden' },
];
const NOTHING: Record<Which, string> = {
  open: 'Keine Einsprüche offen.',
  decided: 'Noch keine entschieden.',
};

/** Appeals that nobody has decided, oldest first, or decided ones, the newest first (BOF-36). */
export function AppealsPage() {
  useHouseTitle('Einsprüche');
  const [list, setList] = useState<Which>('open');
  const [q, setQ] = useState('');
  const filter = { list, ...(q !== '' && { q }) };
  const { query, table, pages } = usePagedList(appeals, filter, []);
  const steady = useSteady(query.data?.appeals, ({ id }) => id, table);
  // Nothing is left of a later page.
  if (query.data && steady.shown.length === 0) pages.onBack?.();
  const empty = q === '' ? NOTHING[list] : 'Kein Einspruch gefunden.';
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Einsprüche</h1>
        <Segmented label="Welche Einsprüche" value={list} items={LISTS} onChange={setList} />
      </div>
      <NumberSearch label="Einspruch suchen" onLook={setQ} />
      <section
        className="house-panel"
        aria-label={LISTS.find(({ value }) => value === list)!.label}
        aria-live="polite"
      >
        <Loaded query={query}>
          {() => <List {...steady} empty={query.isPlaceholderData ? '' : empty} />}
        </Loaded>
      </section>
      <PageButtons of={{ ...pages, newestFirst: list === 'decided' }} />
    </>
  );
}

interface ListProps extends ReturnType<typeof useSteady<Appeal>> {
  empty: string;
}

function List({ shown, waiting, showAll, around, empty }: ListProps) {
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">{empty}</p>
      ) : (
        <ul className="house-list">
          {shown.map((appeal) => (
            <li key={appeal.id} className="house-line">
              <Facts appeal={appeal} />
              <HouseLink
                to={`/einspruch/${appeal.id}`}
                className={buttonClass({ size: 'sm' })}
                aria-label={`Ansehen: ${thingName(appeal.object)}`}
              >
                Ansehen
              </HouseLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const Facts = ({ appeal }: { appeal: Appeal }) => (
  <div>
    <p>
      <ThingLink of={appeal} />{' '}
      <Badge tone={appeal.decided?.upheld ? 'neutral' : 'danger'}>
        {appeal.decided?.upheld ? `War: ${HOLD_LABELS[appeal.kind]}` : HOLD_LABELS[appeal.kind]}
      </Badge>{' '}
      {appeal.decided && (
        <Badge tone={appeal.decided.upheld ? 'success' : 'neutral'}>
          {appeal.decided.upheld ? 'Gutgeheissen' : 'Abgelehnt'}
        </Badge>
      )}
    </p>
    <p className="muted">
      <AccountLink of={appeal} />
      {REASON_NAMES[appeal.reason]}, Einspruch vom {formatDayTime(new Date(appeal.at))}
      {appeal.decided && `, entschieden ${formatDayTime(new Date(appeal.decided.at))}`}
    </p>
  </div>
);

/** One of them: the decision, what its owner says, and the answer of somebody else. */
export function AppealPage() {
  useHouseTitle('Einspruch');
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useList(getAppeal, { appeal_id: id });
  return (
    <>
      <HouseLink to="/einspruch" className="house-back">
        Alle Einsprüche
      </HouseLink>
      <h1 className="h1">Einspruch</h1>
      <section className="house-panel" aria-label="Einspruch">
        <Loaded query={query}>{() => <Decision appeal={query.data!.appeal} />}</Loaded>
      </section>
    </>
  );
}

function Decision({ appeal }: { appeal: Appeal }) {
  const { rights } = useMe();
  const { run, busy, dialog } = useChange();
  const navigate = useNavigate();
  const [answer, setAnswer] = useState('');
  const [pressed, setPressed] = useState(false);
  const empty = answer.trim() === '';
  const decide = async (upheld: boolean) => {
    setPressed(true);
    if (empty) return;
    if (await run(decideAppeal, { appeal_id: appeal.id, upheld, answer }))
      void navigate({ to: '/einspruch' as never });
  };
  return (
    <div className="house-state house-form">
      <Facts appeal={appeal} />
      {appeal.review_id !== null && mayOpen('/pruefen', rights) && (
        <HouseLink to={`/pruefen/${appeal.review_id}`} className="house-back">
          Inhalt ansehen
        </HouseLink>
      )}
      <div>
        <h2 className="strong">Unser Text an die Besitzerin</h2>
        <blockquote>«{appeal.text}»</blockquote>
        <p className="muted">
          Entschieden: {appeal.decided_by.join(', ')}, {formatDayTime(new Date(appeal.decided_at))}
        </p>
        {appeal.note && <p className="muted">Intern: {appeal.note}</p>}
      </div>
      <div>
        <h2 className="strong">Ihr Einspruch</h2>
        <blockquote>«{appeal.message}»</blockquote>
      </div>
      {appeal.decided ? (
        <div>
          <h2 className="strong">
            {appeal.decided.upheld ? 'Gutgeheissen und freigegeben' : 'Abgelehnt'}
          </h2>
          <blockquote>«{appeal.decided.answer}»</blockquote>
          <p className="muted">
            Entschieden: {appeal.decided.by}, {formatDayTime(new Date(appeal.decided.at))}
          </p>
        </div>
      ) : !appeal.open ? (
        <p className="muted">
          Die Sperre ist inzwischen aufgehoben. Zu entscheiden ist nichts mehr.
        </p>
      ) : appeal.may_decide && rights.includes('appeal.decide') ? (
        <>
          <Field
            label="Antwort"
            help="Die Besitzerin liest sie und bekommt sie als Mail."
            error={pressed && empty ? 'Schreib ihr eine Antwort.' : null}
          >
            <Textarea
              rows={4}
              value={answer}
              maxLength={2000}
              onChange={({ target }) => setAnswer(target.value)}
            />
          </Field>
          <div className="house-acts">
            <Button disabled={busy} onClick={() => void decide(false)}>
              Ablehnen
            </Button>
            <Button
              variant="primary"
              busy={busy}
              busyLabel="Einen Moment …"
              onClick={() => void decide(true)}
            >
              Gutheissen und freigeben
            </Button>
          </div>
        </>
      ) : (
        <p className="muted">
          {appeal.others.length > 0
            ? `Darüber entscheidet eine andere Person: ${appeal.others.join(', ')}.`
            : 'Darüber entscheidet eine andere Person. Zurzeit hat sonst niemand das Recht dazu.'}
        </p>
      )}
      {dialog}
    </div>
  );
}
