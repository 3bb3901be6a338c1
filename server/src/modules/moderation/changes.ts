import {
  CHANGE_LABELS,
  type Change,
  type ChangeState,
  changeText,
} from '@samtrot/shared/moderation/change-contract.ts';
import {
  type ReviewedThing,
  UNDECIDED_MS,
  UNDO_MS,
} from '@samtrot/shared/moderation/review-rules.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import { encryptedColumn } from '../../platform/encryption.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as accounts from '../accounts/service.ts';
import { bannerPending } from '../banners/service.ts';
import { clubPending } from '../clubs/service.ts';
import * as inserate from '../inserate/service.ts';
import type { Exchanged } from '../listings/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as media from '../media/service.ts';
import { undecidedChangeMail } from './mail-templates.ts';
import { announceDecision, withdrawNews } from './owner-news.ts';
import type { Item } from './review-content.ts';

/** What an approval has replaced, until it can no longer be undone. */
export const replacedColumn = encryptedColumn({
  table: 'review',
  column: 'replaced',
  row: ['id'],
});

interface Replaced {
  texts: Exchanged;
  media: media.ShownMedia;
}

/** Where a review has its texts and pictures. */
const PARTS = {
  inserat: { kind: 'inserat', texts: inserate.adPending, part: 'pending_print' },
  story: { kind: 'inserat', texts: inserate.adPending, part: 'story_print' },
  banner: { kind: 'banner', texts: bannerPending, part: 'pending_print' },
  club: { kind: 'club', texts: clubPending, part: 'pending_print' },
} as const;
const shelfOf = ({ thing, item_id: itemId }: Item): Parameters<typeof media.showWaiting>[1] => ({
  kind: PARTS[thing].kind,
  itemId,
  place: thing,
});

const waitsOf = (thing: ReviewedThing, item: unknown) => {
  const { kind, part } = PARTS[thing];
  const films =
    kind === 'inserat'
      ? sql`or exists (select from video v where v.inserat_id = t.id and v.place = ${thing}
              and v.seen_by = 'owner')`
      : sql``;
  return sql<boolean>`exists (select from ${sql.table(kind)} t where t.id = ${item}
    and (t.${sql.raw(part)} is not null
      or exists (select from image p where p.${sql.raw(`${kind}_id`)} = t.id
        and p.place = ${thing} and p.seen_by = 'owner') ${films}))`;
};

/** Whether something of it waits beside what visitors see. */
export async function isHeldBack(db: Sql, { thing, item_id }: Item): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select ${waitsOf(thing, item_id)} as waits`.execute(db);
  return rows[0]!.waits;
}

type Reviewed = Item & { id: number };
type Owned = Reviewed & { account_id: number };

const publishedCause = ({ id }: Reviewed) => `published:${id}`;

/**
 * Publishes what waits of an open review; its thing is locked. Keeps what it replaces. Devices of
 * its owner are told at `tellAt`, unless a hold decides whether it is online.
 */
export async function publish(
  { db, now }: { db: Sql; now: Date },
  row: Owned,
  tellAt: Date | null,
): Promise<void> {
  if (!(await isHeldBack(db, row))) return;
  const { texts, part } = PARTS[row.thing];
  await sameReview(db, row);
  const replaced: Replaced = {
    media: await media.showWaiting(db, shelfOf(row)),
    texts: await texts.exchange(db, row.item_id, part),
  };
  failPoint('change.mid');
  await touch(db, row, now);
  await sql`
    update review set replaced = ${replacedColumn.encrypt(JSON.stringify(replaced), row.id)}
     where id = ${row.id}`.execute(db);
  const owned = { thing: PARTS[row.thing].kind, account_id: row.account_id };
  if (tellAt) await announceDecision({ db, now: tellAt }, publishedCause(row), owned);
}

/** Takes an approval back: visitors see what they saw before it. */
export async function takeBack({ db, now }: { db: Sql; now: Date }, row: Owned): Promise<void> {
  const stored = await db
    .selectFrom('review')
    .select('replaced')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (!stored.replaced) return;
  await withdrawNews({ db }, publishedCause(row), row.account_id);
  const replaced = JSON.parse(replacedColumn.decrypt(stored.replaced, row.id)) as Replaced;
  await sameReview(db, row);
  await media.hideAgain(db, replaced.media);
  await PARTS[row.thing].texts.takeBack(db, row.item_id, replaced.texts);
  await touch(db, row, now);
  await sql`update review set replaced = null where id = ${row.id}`.execute(db);
}

/** What this transaction changes of the thing is no new review. */
async function sameReview(db: Sql, { id }: Reviewed): Promise<void> {
  await sql`
    update review set written_in = pg_current_xact_id()::text::bigint where id = ${id}`.execute(db);
}

async function touch(db: Sql, row: Reviewed, now: Date): Promise<void> {
  await sql`
    update ${sql.table(PARTS[row.thing].kind)} set changed_at = ${now}
     where id = ${row.item_id}`.execute(db);
  await sql`
    update review set content_hash = review_hash(review_content(thing, item_id))
     where id = ${row.id}`.execute(db);
}

/** Deletes what approvals have replaced that cannot be taken back any more. */
async function purgeReplaced(db: Sql, before: Date): Promise<void> {
  await sql`
    update review set replaced = null
     where replaced is not null and decided_at < ${before}`.execute(db);
  await media.purgeReplaced(db);
}

/**
 * Ends one review of a change that nobody has decided about within seven days: the published
 * version stays, and its owner is mailed (BOF-52). Returns how many it processed.
 */
export async function endUndecidedChange(ctx: JobContext): Promise<number> {
  const { db, now } = ctx;
  const since = new Date(now.getTime() - UNDECIDED_MS);
  const { rows } = await sql<Reviewed & { account_id: number }>`
    select r.id, r.thing, r.item_id, r.account_id from review r
     where r.state = 'open' and r.waiting_since <= ${since}
       and not exists (select from hold h where h.item_id = r.item_id and h.closed_at is null
         and h.thing = case r.thing when 'story' then 'inserat' else r.thing end)
       and case r.thing ${sql.join(
         Object.keys(PARTS).map((thing) => {
           const of = thing as ReviewedThing;
           return sql`when ${sql.lit(thing)} then ${waitsOf(of, sql.ref('r.item_id'))}`;
         }),
         sql` `,
       )} end
       and ${dueOnly(ctx, sql`r.id`)}
     order by r.waiting_since, r.id limit 1 for update of r skip locked`.execute(db);
  const [row] = rows;
  if (!row) {
    await purgeReplaced(db, new Date(now.getTime() - UNDO_MS));
    return 0;
  }
  ctx.due?.claimed([row.id]);
  await sql`
    update review set state = 'gone', claimed_by = null, claimed_until = null, assess_at = null
     where id = ${row.id}`.execute(db);
  failPoint('withdraw.mid');
  const system = { ...ctx, actor: { kind: 'system' as const } };
  await audit(system, 'review_undecided', `${row.thing}:${row.item_id}`, { review: row.id });
  const { email, nickname } = await accounts.getAccount(db, row.account_id);
  const thing = PARTS[row.thing].kind;
  const about = { to: email, name: nickname, thing, id: row.item_id };
  await enqueueMail(
    ctx,
    undecidedChangeMail({ ...about, cause: `undecided:review:${row.id}` }),
    row.account_id,
  );
  return 1;
}

/**
 * What waits of an account: the statement, which a test explains. It reads nothing else of hers.
 */
export const waitingOf = (accountId: number) => sql<Item & { state: ChangeState; answer: string }>`
    select c.thing, c.item_id, coalesce(last.answer, '') as answer,
           case last.state when 'open' then 'waiting' when 'revised' then 'refused'
             when 'held' then 'refused' else 'undecided' end as state
      from (select 'inserat' as thing, id as item_id from inserat
             where account_id = ${accountId}
               and (pending_print is not null or story_print is not null)
               and pending_print is not null
            union select 'story', id from inserat
             where account_id = ${accountId}
               and (pending_print is not null or story_print is not null)
               and story_print is not null
            union select 'banner', id from banner
             where account_id = ${accountId} and pending_print is not null
            union select 'club', id from club
             where account_id = ${accountId} and pending_print is not null
            union select place, coalesce(inserat_id, banner_id, club_id) from image
             where account_id = ${accountId} and seen_by = 'owner'
            union select place, inserat_id from video
             where account_id = ${accountId} and seen_by = 'owner') c
      left join lateral (
        select r.state, r.answer from review r where r.thing = c.thing and r.item_id = c.item_id
         order by r.version desc limit 1) last on true
     order by 1, 2`;

/** How many changes of things that are online wait for a decision. */
export async function countWaitingChanges(db: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 'inserat' as thing, id as item_id from inserat where pending_print is not null
      union select 'story', id from inserat where story_print is not null
      union select 'banner', id from banner where pending_print is not null
      union select 'club', id from club where pending_print is not null
      union select place, coalesce(inserat_id, banner_id, club_id) from image where seen_by = 'owner'
      union select place, inserat_id from video where seen_by = 'owner') c
     where exists (select from review r
      where r.thing = c.thing and r.item_id = c.item_id and r.state = 'open')`.execute(db);
  return rows[0]!.count;
}

/** What of an account is changed and not seen by visitors yet, as its owner sees it. */
export async function changesOf(db: Sql, accountId: number): Promise<Change[]> {
  const { rows } = await waitingOf(accountId).execute(db);
  return rows.map(({ thing, item_id: id, state, answer }) => ({
    object: { type: PARTS[thing].kind, id },
    story: thing === 'story',
    state,
    label: CHANGE_LABELS[state],
    text: changeText(state, answer),
  }));
}
