import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { markClubs } from '../../clubs/service.ts';
import { published, wanted } from './store.ts';

/**
 * Writes what a website lets in or leaves out from now on into the change feeds, where it is told
 * as there or gone. Other websites read it once more.
 */
export async function markPolicyChange(
  db: Sql,
  { before, after, now }: { before: Policy; after: Policy; now: Date },
): Promise<void> {
  await sql`
    select delivery_mark(i.id, i.public_id) from inserat i
     where ${published(now)} and (${wanted(before)}) is distinct from (${wanted(after)})`.execute(
    db,
  );
  await markClubs(db, { before, after });
}
