import { nameOf } from '@samtrot/shared/holds/owner-rules.ts';
import { whenText } from '@samtrot/shared/kernel/format.ts';
import type { Account } from '../../lib/session/session.ts';
import { isOpen, isWaiting, labelOf } from '../../listing/hold.ts';
import { HoldText } from '../../listing/hold-text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';

const LISTS = {
  inserat: '/inserate',
  banner: '/banner',
  club: '/clubs',
  account: '/home',
} as const;

/**
 * On Home: what is held, why, since when, and the way to it (BOF-34). What its owner can do
 * something about stands with the next steps.
 */
export const HoldNotes = ({ account }: { account: Account }) => {
  const steps = account.next_steps.flatMap(({ kind, id }) => (kind === 'hold' ? Number(id) : []));
  const others = account.holds.filter((hold) => isOpen(hold) && !steps.includes(hold.id));
  return others.map((hold) => (
    <Alert
      key={hold.id}
      tone={isWaiting(hold) ? 'info' : 'danger'}
      action={
        <ButtonLink
          to={LISTS[hold.object.type]}
          size="sm"
          aria-label={`Ansehen: ${nameOf(hold.object.type, hold.object.id)}`}
        >
          Ansehen
        </ButtonLink>
      }
    >
      <p className="strong">
        {nameOf(hold.object.type, hold.object.id)}: {labelOf(hold)}, seit{' '}
        {whenText(new Date(hold.since), new Date())}
      </p>
      <HoldText hold={hold} />
      {hold.fields.length > 0 && (
        <p>Betrifft: {hold.fields.map(({ label }) => label).join(', ')}</p>
      )}
      {hold.time && <p>{hold.time}</p>}
    </Alert>
  ));
};
