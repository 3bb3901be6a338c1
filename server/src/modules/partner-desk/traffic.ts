import type { Output } from '@samtrot/shared/kernel/action.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/partners/desk-contract.ts';
import {
  changeOf,
  changeText,
  compare,
  TRAFFIC_DAYS,
  TRAFFIC_KEPT_DAYS,
  WEEK_DAYS,
  WEEKS_BEFORE,
} from '@samtrot/shared/partners/traffic-rules.ts';
import type { Sql } from '../../platform/db.ts';
import { purgeTraffic, trafficDays, viewsByDay } from '../delivery/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as partners from '../partners/service.ts';
import * as staff from '../staff/service.ts';
import { trafficMail } from './mail-templates.ts';
import * as store from './store.ts';

interface Moment {
  db: Sql;
  now: Date;
}

const dayBefore = (now: Date, days: number) => localDate(addCalendarDays(now, -days));

/**
 * What a website asked, what its visitors did, and how much of it were programs. @throws NOT_FOUND
 */
export async function trafficOf(
  { db, now }: Moment,
  websiteId: number,
): Promise<Output<typeof contract.getPartnerTraffic>> {
  const [row] = await partners.listAll(db, websiteId);
  if (!row) throw new AppError('NOT_FOUND');
  const span = { from: dayBefore(now, TRAFFIC_DAYS - 1), to: localDate(now) };
  return { days: await trafficDays(db, { websiteId, ...span }) };
}

/**
 * Mails the partner managers once when the views of a website fell by half or rose fivefold against
 * the four weeks before; again only after it was ordinary in between (BOF-126). Returns how many
 * changes began or ended.
 */
export async function watchTraffic(
  ctx: Moment,
  { dutyEmail }: { dutyEmail: string },
): Promise<number> {
  const { db, now } = ctx;
  await purgeTraffic(db, dayBefore(now, TRAFFIC_KEPT_DAYS));
  const known = await store.alertsForUpdate(db);
  const span = { from: dayBefore(now, WEEK_DAYS * (WEEKS_BEFORE + 1)), to: dayBefore(now, 1) };
  const days = Map.groupBy(await viewsByDay(db, span), ({ website_id }) => website_id);
  let changed = 0;
  for (const { id, name, status } of await partners.listAll(db)) {
    const compared = compare(days.get(id) ?? [], localDate(now));
    // Who is switched off has no visitors.
    const kind = status === 'on' ? changeOf(compared) : null;
    if (kind === (known.get(id) ?? null)) continue;
    changed++;
    await store.saveAlert(db, { websiteId: id, kind, now });
    if (!kind) continue;
    for (const to of await readersOf(db, dutyEmail)) {
      const cause = `traffic:${id}:${kind}:${now.getTime()}:${to}`;
      const said = { website: name, kind, change: changeText(compared)! };
      await enqueueMail(ctx, trafficMail({ to, cause, websiteId: id, ...said }), null);
    }
  }
  return changed;
}

/** The partner managers; without one the duty. */
async function readersOf(db: Sql, dutyEmail: string): Promise<string[]> {
  const people = await staff.activePeople(db, ['partner_manager']);
  const found = await Promise.all(people.map(({ id }) => staff.findPerson(db, id)));
  const addresses = found.flatMap((person) => person?.email ?? []);
  return addresses.length > 0 ? addresses : [dutyEmail];
}
