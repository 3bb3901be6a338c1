import type { Action, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { restsInMaintenance } from '@samtrot/shared/notices/maintenance-calls-rules.ts';
import {
  maintenanceParams,
  maintenanceProblems,
} from '@samtrot/shared/notices/maintenance-rules.ts';
import type * as contract from '@samtrot/shared/notices/staff-contract.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as store from './store.ts';

interface Moment {
  db: Database | Sql;
  now: Date;
}

const CHANGE = { right: 'maintenance.switch', object: 'setting:maintenance' } as const;
const figures = ({ from_at, until_at }: store.MaintenanceRow) => ({
  from: from_at.toISOString(),
  until: until_at.toISOString(),
});

/** Until when the maintenance of this moment lasts. */
export async function maintenanceUntil({ db, now }: Moment): Promise<Date | undefined> {
  const row = await store.findMaintenance(db, now);
  return row && row.from_at <= now ? row.until_at : undefined;
}

/**
 * Read from the database with each changing call, so that the switch reaches every server with the
 * next one (BOF-132). @throws MAINTENANCE
 */
export async function assertNoMaintenance(moment: Moment): Promise<void> {
  const until = await maintenanceUntil(moment);
  if (!until) return;
  throw new AppError('MAINTENANCE', {
    params: maintenanceParams(until, moment.now),
    extra: {
      retry_after: Math.max(1, Math.ceil((until.getTime() - moment.now.getTime()) / 1000)),
      until: until.toISOString(),
    },
  });
}

/** @throws MAINTENANCE for a call of the portal that rests meanwhile */
export async function assertCallGoesOn(moment: Moment, spec: Action): Promise<void> {
  if (spec.audience !== 'staff' && restsInMaintenance(spec)) await assertNoMaintenance(moment);
}

export async function readMaintenance({
  db,
  now,
}: Moment): Promise<Output<typeof contract.getMaintenance>> {
  const row = await store.findMaintenance(db, now);
  if (!row) return { maintenance: null };
  return { maintenance: { ...figures(row), set_by: row.name, lasts: row.from_at <= now } };
}

/** Returns until when. @throws INVALID_INPUT at `from` or `until` */
export async function setMaintenance(
  ctx: StaffCtx,
  { from = ctx.now, until }: { from?: Date; until: Date },
): Promise<Date> {
  const problems = maintenanceProblems({ from, until }, ctx.now);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const before = await store.findMaintenance(ctx.db, ctx.now);
  const row = {
    from_at: from,
    until_at: until,
    set_by: ctx.actor.kind === 'staff' ? ctx.actor.staffId : null,
  };
  await store.replaceMaintenance(ctx.db, row);
  await auditChange(ctx, 'maintenance_set', {
    ...CHANGE,
    ...(before && { before: figures(before) }),
    after: figures(row),
  });
  return until;
}

/** Whether there was one to end. */
export async function endMaintenance(ctx: StaffCtx): Promise<boolean> {
  const row = await store.deleteMaintenance(ctx.db, ctx.now);
  if (!row) return false;
  await auditChange(ctx, 'maintenance_ended', { ...CHANGE, before: figures(row) });
  return true;
}
