import { listsOf } from '@samtrot/shared/catalogue/shape-rules.ts';
import { mayApprove } from '@samtrot/shared/staff/rights.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { enqueueMail } from '../mail/service.ts';
import { peopleOf, voidApproval } from '../staff/service.ts';
import { catalogueOperation } from './desk.ts';
import * as store from './desk-store.ts';
import { missedMail } from './mail-templates.ts';

const TOO_LATE = 'Der Beginn ist schon vorbei. Wähle einen neuen.';

/**
 * Ends what nobody released before its beginning, and tells who made it and who may release it
 * (BOF-112). Returns how many it processed, at most one per transaction.
 */
export async function settleMissed(ctx: JobContext): Promise<number> {
  const missed = await store.findMissed(ctx);
  if (!missed) return 0;
  const { id, list, number, valid_from: validFrom } = missed;
  // The approval before the version, as everybody locks them.
  if (missed.approval_id !== null) await voidApproval(ctx, missed.approval_id, TOO_LATE);
  if (!(await store.noteMissed(ctx.db, id, ctx.now))) return 1;
  const authors = [missed.created_by, missed.submitted_by];
  const roles = ROLES.filter(
    (role) => mayApprove(role, catalogueOperation.right) && listsOf(role).includes(list),
  );
  for (const person of await peopleOf(ctx.db)) {
    if (person.state !== 'active') continue;
    if (!authors.includes(person.id) && !roles.includes(person.role)) continue;
    const cause = `catalogue-missed:${id}:${validFrom.toISOString()}:${person.id}`;
    await enqueueMail(ctx, missedMail({ to: person.email, cause, list, number, validFrom }), null);
  }
  return 1;
}
