import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { type NoticePlace, noticeProblems } from '@samtrot/shared/notices/rules.ts';
import type * as contract from '@samtrot/shared/notices/staff-contract.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as store from './store.ts';

const AT_MOST = 50;
const RIGHT = 'notice.edit';

/** Current notices for logged-in users or for everybody. */
export async function noticesFor(
  { db, now }: { db: Database | Sql; now: Date },
  { loggedIn }: { loggedIn: boolean },
): Promise<Pick<store.NoticeRow, 'id' | 'kind' | 'text'>[]> {
  const places: NoticePlace[] = loggedIn ? ['all', 'logged_in'] : ['all'];
  const rows = await store.shownNotices(db, now, places);
  return rows.map(({ id, kind, text }) => ({ id, kind, text }));
}

export async function listNotices({
  db,
}: Pick<StaffCtx, 'db'>): Promise<Output<typeof contract.getPortalNotices>> {
  const rows = await store.newestNotices(db, AT_MOST);
  return {
    notices: rows.map(({ id, from_at, until_at, ...row }) => ({
      notice_id: id,
      kind: row.kind,
      place: row.place,
      text: row.text,
      from: from_at.toISOString(),
      until: until_at.toISOString(),
      written_by: row.written_by,
    })),
  };
}

/** @throws INVALID_INPUT at `from` or `until` */
export async function addNotice(
  ctx: StaffCtx,
  { kind, place, text, ...times }: Input<typeof contract.addPortalNotice>,
): Promise<number> {
  const from = times.from ? new Date(times.from) : ctx.now;
  const until = new Date(times.until);
  const problems = noticeProblems({ from, until }, ctx.now);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const id = await store.insertNotice(ctx.db, {
    kind,
    place,
    text,
    from_at: from,
    until_at: until,
    written_by: ctx.actor.kind === 'staff' ? ctx.actor.staffId : null,
  });
  await auditChange(ctx, 'notice_added', {
    right: RIGHT,
    object: `notice:${id}`,
    after: { kind, place, text, from: from.toISOString(), until: until.toISOString() },
  });
  return id;
}

/** Whether it was not over yet. @throws NOT_FOUND */
export async function endNotice(ctx: StaffCtx, id: number): Promise<boolean> {
  const row = await store.loadNoticeForUpdate(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.until_at <= ctx.now) return false;
  // One that comes never begins.
  const from_at = row.from_at > ctx.now ? { from_at: ctx.now } : {};
  await store.setNoticeTimes(ctx.db, id, { ...from_at, until_at: ctx.now });
  await auditChange(ctx, 'notice_ended', {
    right: RIGHT,
    object: `notice:${id}`,
    before: { text: row.text, until: row.until_at.toISOString() },
  });
  return true;
}
