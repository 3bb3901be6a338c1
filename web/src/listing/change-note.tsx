import type { Change } from '@samtrot/shared/moderation/change-contract.ts';
import { CircleAlert, Hourglass } from 'lucide-react';
import { useId } from 'react';
import { type Account, useAccount } from '../lib/session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { holdsOf } from './hold.ts';
import '../ui/alert.css';

/** What of one thing is changed and not shown to visitors yet. */
const changesIn = (
  { changes }: Pick<Account, 'changes'>,
  { type, id }: Change['object'],
): Change[] => changes.filter(({ object }) => object.type === type && object.id === id);

/**
 * Says how each change of a thing stands, and for a day what an appeal was answered that was
 * upheld; nothing without one (BOF-36, BOF-52, EXP-27).
 */
export function ChangeNotes(of: Change['object']) {
  const account = useAccount();
  const hold = holdsOf(account, of.type).get(of.id);
  return (
    <>
      {hold?.released_at && hold.appeal?.upheld && <Upheld answer={hold.appeal.answer} />}
      {changesIn(account, of).map((change) => (
        <ChangeNote
          key={change.story ? 'story' : 'thing'}
          change={change}
          promise={account.review_promise}
        />
      ))}
    </>
  );
}

const Upheld = ({ answer }: { answer: string }) => (
  <Alert tone="success">
    <p className="strong">Dein Einspruch ist gutgeheissen.</p>
    <p>{answer}</p>
  </Alert>
);

function ChangeNote({ change, promise }: { change: Change; promise: string | null }) {
  const id = useId();
  const waits = change.state === 'waiting';
  const Icon = waits ? Hourglass : CircleAlert;
  return (
    <section
      className={`alert ${waits ? 'alert-info' : 'alert-danger'}`}
      data-slot="change"
      aria-labelledby={id}
    >
      <Icon className="i" aria-hidden />
      <div className="grow">
        <h3 className="strong" id={id}>
          {change.story ? `Story: ${change.label}` : change.label}
        </h3>
        <p>
          {change.text}
          {waits && promise && ` ${promise}`}
        </p>
      </div>
    </section>
  );
}
