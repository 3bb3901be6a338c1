import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { APPROVAL_MS, type ApprovalState } from '@samtrot/shared/staff/approval-rules.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/action.ts';
import type { Sql } from '../../../platform/db.ts';

type Now = Pick<Ctx, 'db' | 'now'>;
export type Figures = Record<string, string | number | boolean>;

export interface Approval {
  id: number;
  operation: string;
  right: Right;
  object: string;
  input: unknown;
  before: Figures;
  after: Figures;
  reason: string;
  asked_by: number;
  asked_at: Date;
  expires_at: Date;
  state: ApprovalState;
  decided_by: number | null;
  decided_at: Date | null;
  note: string | null;
  solo: boolean;
}

const COLUMNS = [
  ...(['id', 'operation', 'right', 'object', 'input', 'before', 'after', 'reason'] as const),
  ...(['asked_by', 'asked_at', 'expires_at', 'state', 'decided_by', 'decided_at'] as const),
  ...(['note', 'solo'] as const),
] as const;
export interface Request
  extends Pick<
    Approval,
    'operation' | 'right' | 'object' | 'before' | 'after' | 'reason' | 'asked_by'
  > {
  input: object;
}

export async function insertApproval(
  { db, now }: Now,
  { input, before, after, ...request }: Request,
): Promise<number> {
  const { id } = await db
    .insertInto('approval')
    .values({
      ...request,
      input: JSON.stringify(input),
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      asked_at: now,
      expires_at: new Date(now.getTime() + APPROVAL_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function loadApprovalForUpdate(db: Sql, id: number): Promise<Approval | undefined> {
  const row = await db
    .selectFrom('approval')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as Approval | undefined;
}

const ofRights = (db: Sql, rights: readonly Right[]) =>
  db.selectFrom('approval').select(COLUMNS).where('right', 'in', rights);

/** Oldest first. */
export const openApprovals = async (db: Sql, rights: readonly Right[]): Promise<Approval[]> =>
  (await ofRights(db, rights).where('state', '=', 'open').orderBy('id').execute()) as Approval[];

/** Newest first, so many of those before `before`. */
export async function decidedApprovals(
  db: Sql,
  rights: readonly Right[],
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Approval[]> {
  const decided = ofRights(db, rights).where('state', '<>', 'open');
  const earlier = before === undefined ? decided : decided.where('id', '<', before);
  return (await earlier.orderBy('id', 'desc').limit(limit).execute()) as Approval[];
}

interface Decision {
  state: Exclude<ApprovalState, 'open'>;
  by: number | null;
  note?: string;
  solo?: boolean;
}

export async function decide(
  { db, now }: Now,
  id: number,
  { state, by, note, solo = false }: Decision,
): Promise<void> {
  await db
    .updateTable('approval')
    .set({ state, decided_by: by, decided_at: now, note: note ?? null, solo })
    .where('id', '=', id)
    .execute();
}

/** Those whose time is over, locked in order; one that somebody decides now is left to her. */
export async function loadExpiredForUpdate({ db, now }: Now): Promise<number[]> {
  const rows = await db
    .selectFrom('approval')
    .select('id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** The open request on an object: two of them would be carried out one after the other. */
export const findOpen = (
  { db, now }: Now,
  { operation, object }: Pick<Approval, 'operation' | 'object'>,
) =>
  db
    .selectFrom('approval')
    .select(['id', 'input'])
    .where('operation', '=', operation)
    .where('object', '=', object)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst();

/**
 * Francs that one person alone moved on one account in the last 24 hours: credits given or taken,
 * money paid back or let off (BOF-22).
 */
export async function movedAlone(
  db: Sql,
  { staffId, accountId, now }: { staffId: number; accountId: number; now: Date },
): Promise<number> {
  // Until the end of the transaction, so that of two at once the second counts the first.
  await sql`select pg_advisory_xact_lock(hashtext('moved alone'), hashtext(${`${staffId} ${accountId}`}))`.execute(
    db,
  );
  const { rows } = await sql<{ francs: number }>`
    select coalesce(sum(case action
             when 'credits_corrected' then abs((after->>'credits')::numeric)
             when 'refund_ordered' then (after->>'amount_rappen')::numeric / 100
             else coalesce((after->>'moved_rappen')::numeric, 0) / 100 end), 0)::float8 as francs
      from audit
     where staff_id = ${staffId} and at > ${new Date(now.getTime() - 24 * HOUR_MS)}
       and after->>'approved' is null
       and action in ('credits_corrected', 'refund_ordered', 'payment_difference_settled')
       and (object = ${`account:${accountId}`} or (after->>'account')::bigint = ${accountId})`.execute(
    db,
  );
  return rows[0]!.francs;
}
