import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { useAccount } from '../lib/session/session.ts';
import { isWaiting } from './hold.ts';

/** Why, and of a first look how long it takes (BOF-51). */
export function HoldText({ hold }: { hold: Hold }) {
  const { review_promise } = useAccount();
  if (isWaiting(hold))
    return (
      <p>
        {hold.text}
        {review_promise && ` ${review_promise}`}
      </p>
    );
  return (
    <p>
      {hold.reason}: {hold.text}
    </p>
  );
}
