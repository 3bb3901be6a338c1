import type * as contract from '@samtrot/shared/customers/help-contract.ts';
import {
  DELETION_CAUSES,
  type DeletionCause,
  type DueBack,
  dueBackText,
  runningText,
} from '@samtrot/shared/customers/help-rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import type { Actors, AwaitsApproval, Ctx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import * as access from '../access/service.ts';
import { beginDeletion } from '../account-deletion/service.ts';
import * as accounts from '../accounts/service.ts';
import { type Operation, requestApproval } from '../staff/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import { runningOf } from './card-store.ts';
import { locked } from './help.ts';
import * as store from './help-store.ts';
import { objectOf, onAccount, type TakeoverDeps } from './takeover.ts';

type Site = Pick<TakeoverDeps, 'publicUrl' | 'supportEmail'>;

interface Deletion {
  account_id: number;
  cause: DeletionCause;
  /** The credits that both people were told are forfeited. */
  forfeits: number;
}

/** @throws NOT_FOUND; INVALID_INPUT at `account_id`; REASON_REQUIRED, SECOND_PERSON_MISSING */
export async function requestDeletion(
  ctx: Ctx<Actors['staff']>,
  deps: TakeoverDeps,
  { account_id, cause, reason }: Input<typeof contract.requestDeletion>,
): Promise<AwaitsApproval> {
  const { db, now } = ctx;
  await locked(ctx, account_id);
  const forfeits = await wallet.balance(db, account_id);
  const input: Deletion = { account_id, cause, forfeits };
  const problem = await whyNot(ctx, input);
  if (problem !== null) throw invalid({ account_id: problem });
  return requestApproval(ctx, deps, {
    operation: deletionOperation(deps),
    object: objectOf(account_id),
    input,
    before: {
      Guthaben: formatCredits(forfeits),
      Läuft: runningText(await runningOf(db, account_id, now)),
    },
    after: { Guthaben: 'verfällt', Läuft: 'nichts', Anlass: DELETION_CAUSES[cause] },
    reason,
  });
}

/** What is to be paid back before (BOF-97), in francs; null in another currency. */
export const dueBackOf = async (db: Ctx['db'], accountId: number): Promise<DueBack[]> =>
  (await topups.dueBack(db, accountId)).map(({ payment, rappen }) => ({
    payment,
    francs: rappen === null ? null : rappenToFrancs(rappen),
  }));

/** The sentence why the account cannot be deleted, or not as it was asked for. */
async function whyNot(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { account_id, forfeits }: Deletion,
): Promise<string | null> {
  const { db, now } = ctx;
  const account = await store.lockAccount(db, account_id);
  if (!account) return 'Das Konto ist inzwischen gelöscht.';
  if (account.delete_at) return 'Die Löschung ist schon verlangt.';
  if (await accounts.emailUndoUntil(db, account_id, now))
    return 'Die Adresse wurde vor Kurzem geändert und kann noch zurückgenommen werden.';
  const due = dueBackText(await dueBackOf(db, account_id));
  if (due !== null) return due;
  const balance = await wallet.balance(db, account_id);
  return balance > forfeits ? `Das Guthaben ist jetzt ${formatCredits(balance)}.` : null;
}

/** Goes on as a deletion that she asked for herself (BOF-79, ACC-12). */
export const deletionOperation = (site: Site): Operation => ({
  ...onAccount('account_deletion', 'customer.delete', 'Konto löschen'),
  check: (ctx, input: Deletion) => whyNot(ctx, input),
  async perform(ctx, { account_id, cause, forfeits }: Deletion, { reason }) {
    await beginDeletion(ctx, site, account_id);
    await access.logEvent(ctx, account_id, 'deletion_by_house', { reason });
    await auditChange(ctx, 'deletion_requested', {
      right: 'customer.delete',
      object: objectOf(account_id),
      reason,
      before: { balance: forfeits },
      after: { cause },
    });
  },
});
