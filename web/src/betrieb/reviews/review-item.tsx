import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import {
  claimReview,
  decideReview,
  noteReview,
  releaseReview,
  review,
  uncoverReview,
} from '@samtrot/shared/moderation/review-contract.ts';
import {
  CAUSE_LABELS,
  countText,
  REVIEW_NOTE_MAX,
  REVIEW_STATE_LABELS,
  REVIEWED_LABELS,
  UNDO_MS,
} from '@samtrot/shared/moderation/review-rules.ts';
import { CirclePause } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AccountFacts } from '../account-facts.tsx';
import { queryClient, useList, useMe } from '../api.ts';
import { useCtrlEnter } from '../ctrl-enter.ts';
import { HoldDialog } from '../holds/hold-dialog.tsx';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { loginEnded } from '../login-state.ts';
import { MoveButtons } from '../move-buttons.tsx';
import { useChange } from '../use-change.tsx';
import { useVeilAgain } from '../use-veil-again.ts';
import { ReviewContents, type Uncovered } from './review-contents.tsx';
import { LevelMark } from './review-level.tsx';
import { ReviewObjection } from './review-objection.tsx';
import type { Undoable } from './review-undo.tsx';

type Read = Output<typeof review>;
type Decision = Omit<Parameters<typeof call<typeof decideReview>>[1], 'review_id' | 'seen_version'>;

interface Props {
  id: number;
  onMove: (step: 1 | -1) => void;
  onLeave: () => void;
  onDecided: (undoable: Undoable, text: string) => void;
}

const time = (iso: string) => formatDayTime(new Date(iso));
const DONE = {
  approve: 'Freigegeben.',
  revise: 'Zum Überarbeiten zurückgegeben.',
  hold: 'Vom Netz genommen.',
} as const;

/** An item of the queue; it belongs to who opens it, while she works on it (BOF-48). */
export function ReviewItem({ id, ...on }: Props) {
  const query = useList(review, { review_id: id });
  return (
    <div className="review-item">
      <Loaded query={query}>{() => <Item of={query.data!} {...on} />}</Loaded>
    </div>
  );
}

/** Renewed by activity, at most once a minute; one that failed, after a few seconds. */
const CLAIM_EVERY_MS = 60_000;
const CLAIM_AGAIN_MS = 5_000;

function useClaim(id: number, may: boolean): void {
  const nextAt = useRef(0);
  useEffect(() => {
    if (!may) return;
    const claim = () => {
      if (Date.now() < nextAt.current) return;
      nextAt.current = Date.now() + CLAIM_EVERY_MS;
      call(claimReview, { review_id: id }).then(
        () => queryClient.invalidateQueries(),
        () => {
          nextAt.current = Date.now() + CLAIM_AGAIN_MS;
          // The reason of a refusal is in the data that is read again.
          return queryClient.invalidateQueries();
        },
      );
    };
    claim();
    document.addEventListener('keydown', claim);
    document.addEventListener('pointerdown', claim);
    return () => {
      document.removeEventListener('keydown', claim);
      document.removeEventListener('pointerdown', claim);
    };
  }, [id, may]);
}

function Item({ of, onMove, onLeave, onDecided }: { of: Read } & Omit<Props, 'id'>) {
  const { review: it, newer, account, decisions, hold } = of;
  const { name, rights } = useMe();
  const { run, busy, dialog } = useChange();
  const [asked, ask] = useState<'revise' | 'hold' | null>(null);
  const [holding, setHolding] = useState(false);
  const [noting, setNoting] = useState(false);
  const [failed, setFailed] = useState('');
  const [uncovered, setUncovered] = useState<Uncovered | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = it.state === 'open';
  const { type, id: number } = it.object;
  const thing = { type: type === 'story' ? ('inserat' as const) : type, id: number };
  const foreign = it.claimed_by !== null && it.claimed_by !== name;
  const may = open && rights.includes('review.decide') && it.may_decide;
  const decides = may && !foreign;
  const holds = !open && newer === null && hold === null && rights.includes('hold.set');
  const uncovers = rights.includes('customer.private');
  useClaim(it.review_id, decides);
  useEffect(() => heading.current?.focus(), []);

  const deciding = useRef(false);
  const decide = async (decision: Decision) => {
    if (deciding.current) return;
    deciding.current = true;
    setFailed('');
    try {
      const { review_id, version: seen_version } = it;
      const { open: left } = await call(decideReview, { review_id, seen_version, ...decision });
      const text = `${DONE[decision.decision]} Noch ${countText(left)} offen.`;
      onDecided({ id: review_id, until: Date.now() + UNDO_MS }, text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NOT_LOGGED_IN') loginEnded();
      setFailed(Object.values(error.fields)[0] ?? error.message);
    } finally {
      deciding.current = false;
      await queryClient.invalidateQueries();
    }
  };
  const approve = () => decides && void decide({ decision: 'approve' });
  useVeilAgain(() => setUncovered(null));
  const uncover = () => {
    if (!uncovers) return;
    if (uncovered) setUncovered(null);
    else void run(uncoverReview, { review_id: it.review_id }, setUncovered);
  };
  const endNote = () => {
    setNoting(false);
    heading.current?.focus();
  };
  const start = (kind: 'revise' | 'hold') => {
    if (decides) ask(kind);
  };
  useLetterKeys({
    j: () => onMove(1),
    k: () => onMove(-1),
    a: approve,
    r: () => start('revise'),
    h: () => (holds ? setHolding(true) : start('hold')),
    v: uncover,
    n: () => may && setNoting(true),
  });
  return (
    <>
      <div className="panes-columns">
        <div>
          <section className="house-panel" aria-label="Prüfung">
            <div className="house-state review-head">
              <HouseLink to="/pruefen" className="panes-back">
                Alle Prüfungen
              </HouseLink>
              <div className="panes-line">
                <h2 className="review-title" tabIndex={-1} ref={heading}>
                  {it.title || 'Ohne Titel'}
                </h2>
                <MoveButtons onMove={onMove} />
              </div>
              <p className="muted">
                {REVIEWED_LABELS[it.object.type]} {it.object.id} · {CAUSE_LABELS[it.cause]} ·
                eingereicht {time(it.waiting_since)}
              </p>
              {!open && (
                <p>
                  <Badge tone="neutral">{REVIEW_STATE_LABELS[it.state]}</Badge>{' '}
                  {it.decided_by && `${it.decided_by}, ${time(it.decided_at!)}`}
                </p>
              )}
              {newer !== null && (
                <Alert tone="info">
                  Es gibt eine neuere Fassung.{' '}
                  <HouseLink to={`/pruefen/${newer}`}>Neue Fassung ansehen</HouseLink>
                </Alert>
              )}
              {failed && <Alert tone="danger">{failed}</Alert>}
              {may && foreign && (
                <Alert tone="warning">
                  {it.claimed_by} bearbeitet das.{' '}
                  <Button
                    size="sm"
                    busy={busy}
                    busyLabel="Einen Moment …"
                    onClick={() =>
                      void run(
                        claimReview,
                        { review_id: it.review_id, take_over: true },
                        'Übernommen.',
                      )
                    }
                  >
                    Übernehmen
                  </Button>
                </Alert>
              )}
              {may && it.claimed_by === name && (
                <p className="house-acts muted">
                  Du bearbeitest das.
                  <Button
                    size="sm"
                    onClick={() =>
                      void run(releaseReview, { review_id: it.review_id }, 'Losgelassen.').then(
                        onLeave,
                      )
                    }
                  >
                    Loslassen
                  </Button>
                </p>
              )}
              {open && !it.may_decide && (
                <Alert tone="info">Stichprobe: Das prüft eine zweite Person.</Alert>
              )}
              {hold && (
                <p>
                  Zurzeit: <HouseLink to="/gesperrt">{HOLD_LABELS[hold.kind]}</HouseLink>
                  {hold.message && `. «${hold.message}»`}
                </p>
              )}
            </div>
          </section>
          <section className="house-panel" aria-labelledby="hinweise">
            <h2 id="hinweise">
              <LevelMark level={it.level} points={it.points} />
            </h2>
            {it.signals.length > 0 && (
              <ol className="house-list review-signals">
                {it.signals.map(({ code, points, sentence }) => (
                  <li key={code}>
                    <p>
                      <b className="num">{points > 0 ? `+ ${points}` : `− ${-points}`}</b>{' '}
                      {sentence}
                    </p>
                  </li>
                ))}
              </ol>
            )}
          </section>
          <ReviewContents of={of} uncovered={uncovered} onUncover={uncovers ? uncover : null} />
        </div>
        <aside aria-label="Konto und Verlauf">
          <AccountFacts of={account} />
          <section className="house-panel" aria-labelledby="frueher">
            <h2 id="frueher">Entscheide</h2>
            {decisions.length === 0 ? (
              <p className="house-state">Noch keiner.</p>
            ) : (
              <ul className="house-list">
                {decisions.map(({ label, at, by, note, sample, ended_at }) => (
                  <li key={`${at} ${label}`}>
                    <p>
                      <b>{label}</b>, {by}, {time(at)}
                      {sample && ' (Stichprobe)'}
                      {ended_at && `, aufgehoben ${time(ended_at)}`}
                      {note && `: ${note}`}
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </aside>
      </div>
      {noting && (
        <Note
          text={it.note}
          busy={busy}
          onClose={endNote}
          onSave={async (note) => {
            if (await run(noteReview, { review_id: it.review_id, note })) endNote();
          }}
        />
      )}
      {it.note && !noting && <p className="house-state">Notiz: {it.note}</p>}
      {holds && (
        <section className="house-panel review-decision" aria-label="Entscheid">
          <div className="house-acts review-acts">
            <Button variant="danger-quiet" icon={CirclePause} onClick={() => setHolding(true)}>
              Vom Netz nehmen <kbd aria-hidden>H</kbd>
            </Button>
          </div>
        </section>
      )}
      {holding && <HoldDialog of={thing} onClose={() => setHolding(false)} />}
      {may && (
        <section className="house-panel review-decision" aria-label="Entscheid">
          {asked && decides && (
            <ReviewObjection
              key={asked}
              of={thing}
              decision={asked}
              onClose={() => {
                ask(null);
                heading.current?.focus();
              }}
              onSend={(more) => decide({ decision: asked, ...more })}
            />
          )}
          <div className="house-acts review-acts">
            {decides && (
              <>
                <Button onClick={approve}>
                  In Ordnung <kbd aria-hidden>A</kbd>
                </Button>
                <Button aria-pressed={asked === 'revise'} onClick={() => start('revise')}>
                  Überarbeiten lassen <kbd aria-hidden>R</kbd>
                </Button>
                <Button
                  variant="danger-quiet"
                  aria-pressed={asked === 'hold'}
                  onClick={() => start('hold')}
                >
                  Vom Netz nehmen <kbd aria-hidden>H</kbd>
                </Button>
              </>
            )}
            <Button variant="ghost" onClick={() => setNoting(true)}>
              Notiz <kbd aria-hidden>N</kbd>
            </Button>
          </div>
        </section>
      )}
      {dialog}
    </>
  );
}

function Note(props: {
  text: string;
  busy: boolean;
  onClose: () => void;
  onSave: (text: string) => Promise<void>;
}) {
  const [text, setText] = useState(props.text);
  const form = useCtrlEnter<HTMLFormElement>(() => {
    if (!props.busy) void props.onSave(text);
  });
  return (
    <form
      ref={form}
      className="house-panel house-form house-state"
      data-asking
      onSubmit={(event) => {
        event.preventDefault();
        void props.onSave(text);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') props.onClose();
      }}
    >
      <Field label="Interne Notiz" counter={{ value: text.trim().length, max: REVIEW_NOTE_MAX }}>
        <Textarea
          rows={3}
          value={text}
          maxLength={REVIEW_NOTE_MAX}
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="house-acts">
        <Button type="submit" variant="primary" busy={props.busy} busyLabel="Einen Moment …">
          Notiz sichern
        </Button>
        <Button onClick={props.onClose}>Zurück</Button>
      </div>
    </form>
  );
}
