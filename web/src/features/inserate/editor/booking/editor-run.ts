import {
  type AdPrices,
  carriedOver,
  PACKAGES,
  type Paid,
  quote,
} from '@samtrot/shared/cart/rules.ts';
import type { Inserat, InseratContent } from '@samtrot/shared/inserate/contract.ts';
import type { DatedPush } from '@samtrot/shared/inserate/problems.ts';
import { formatCredits, formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS, localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { swissInstant } from '@samtrot/shared/kernel/wall-time.ts';

/** The same wall time so many calendar days later. */
const daysLater = (from: Date, days: number): Date =>
  swissInstant(
    localDate(new Date(Date.parse(`${localDate(from)}T12:00Z`) + days * DAY_MS)),
    localTime(from),
  ) ?? from;

/** `28.03.2027, 03:30`; what the spring change skips is shown as it will be. */
export function pushLabel({ date, time }: DatedPush): string {
  const at = swissInstant(date, time);
  return at ? formatDateTime(at) : `${date} ${time}`;
}

interface Run {
  start: Date;
  end: Date;
}

/**
 * From when to when the ad would run as it is chosen: the running booking of this package, or a new
 * one (EDI-101, X-13).
 */
export function runOf(form: InseratContent, inserat: Inserat | null, now: Date): Run {
  if (
    inserat &&
    isOn(inserat) &&
    inserat.paid?.package === form.inserat_typ &&
    inserat.start_at &&
    inserat.end_at
  )
    return { start: new Date(inserat.start_at), end: new Date(inserat.end_at) };
  return newRun(form, now);
}

type Starting = Pick<
  InseratContent,
  'inserat_typ' | 'publish_option' | 'publish_date' | 'publish_time'
>;

/** The run of a new booking. */
function newRun(form: Starting, now: Date): Run {
  const planned =
    form.publish_option === 'Planen' ? swissInstant(form.publish_date, form.publish_time) : null;
  const start = planned ?? now;
  return { start, end: daysLater(start, PACKAGES[form.inserat_typ].days) };
}

/** Whether the ad is booked with another package than the chosen one. */
export const changesPackage = (form: InseratContent, inserat: Inserat | null): boolean =>
  Boolean(inserat?.paid && inserat.paid.package !== form.inserat_typ);

/** Ordered pushes that a new run has no room for: they come back when the package changes. */
export function falling(form: Starting, ordered: readonly DatedPush[], now: Date): DatedPush[] {
  const { start, end } = newRun(form, now);
  return ordered.filter(({ date, time }) => {
    const at = swissInstant(date, time);
    return at !== null && (at <= now || at < start || at >= end);
  });
}

export const without = (pushes: readonly DatedPush[], gone: readonly DatedPush[]): DatedPush[] =>
  pushes.filter((push) => !gone.some(({ date, time }) => date === push.date && time === push.time));

/**
 * Which of the choices are paid for: by the booking of this package, or as it goes over from
 * that of another one (EXP-58).
 */
export function paidFor(
  prices: Pick<AdPrices, 'packages'>,
  form: InseratContent,
  inserat: Inserat | null,
  now: Date,
): Paid | null {
  if (!inserat?.paid || !changesPackage(form, inserat)) return inserat?.paid ?? null;
  return carriedOver(prices, inserat.paid, form.inserat_typ, {
    packagePrice: inserat.package_price,
    topAd: inserat.inserat_topad,
    story: inserat.inserat_story,
    colour: inserat.inserat_farbe,
    planned: inserat.paid.planned && inserat.inserat_status === 'geplant',
    fallen: falling(form, inserat.date_time_pushes, now).length,
    short: inserat.short_daily_times,
    ageMs: now.getTime() - Date.parse(inserat.booked_at ?? now.toISOString()),
  });
}

/** Whether a push that is paid for and still to come is taken out without another in its place. */
export function takesOut(form: InseratContent, inserat: Inserat | null, now: Date): boolean {
  const paid = inserat?.paid;
  if (!inserat || !paid) return false;
  const time = inserat.push_times.some((one) => !form.push_times.includes(one));
  const gone = changesPackage(form, inserat) ? falling(form, inserat.date_time_pushes, now) : [];
  const wanted = ordering(form, inserat, now);
  const open = without(inserat.date_time_pushes, [...gone, ...wanted.date_time_pushes]);
  const dated = pushesAhead({ date_time_pushes: open }, now) > 0;
  return (
    (time && form.push_times.length < paid.dailyPushes) ||
    (dated && pushesAhead(wanted, now) < paid.datedPushes - gone.length)
  );
}

/** Without what was bought once and is over: it is not ordered for a new run. */
export const overOf = (inserat: Inserat | null): Partial<InseratContent> => ({
  ...(inserat?.paid?.topAd && !inserat.inserat_topad && { top_ad_enabled: false }),
  ...(inserat?.paid?.story && !inserat.inserat_story && { story_posted: false }),
});

/** The form as it would be ordered: without pushes that fall away. */
export const ordering = (
  form: InseratContent,
  inserat: Inserat | null,
  now: Date,
): InseratContent =>
  inserat && changesPackage(form, inserat)
    ? {
        ...form,
        date_time_pushes: without(
          form.date_time_pushes,
          falling(form, inserat.date_time_pushes, now),
        ),
      }
    : form;

export const isOn = ({ inserat_status }: Inserat): boolean =>
  ['aktiv', 'ausgeblendet'].includes(inserat_status);

/** The TopAd and the story of its booking, as the check of the editor wants them. */
export function promotedOf(
  { topad_until, story_until }: Inserat,
  paid: NonNullable<Inserat['paid']>,
) {
  const at = (instant: string | null) => (instant ? new Date(instant) : null);
  return {
    topAd: { paid: paid.topAd, until: at(topad_until) },
    story: { paid: paid.story, until: at(story_until) },
  };
}

/** A push that no day of the run has; those ordered before are past without being wrong. */
export function liesOutside(
  push: DatedPush,
  { start, end }: Run,
  ordered: readonly DatedPush[],
  now: Date,
): boolean {
  if (ordered.some(({ date, time }) => date === push.date && time === push.time)) return false;
  const at = swissInstant(push.date, push.time);
  return at === null || at <= now || at < start || at >= end;
}

/**
 * How many of the dated pushes are still to come; those that came while the editor stood open are
 * paid and over.
 */
export const pushesAhead = (
  { date_time_pushes }: Pick<InseratContent, 'date_time_pushes'>,
  now: Date,
): number =>
  date_time_pushes.filter(({ date, time }) => {
    const at = swissInstant(date, time);
    return at === null || at > now;
  }).length;

/** Credits for the same again, without what is bought once. */
const renewalPrice = (prices: AdPrices, form: InseratContent, images: number): Credits =>
  quote(prices, {
    package: form.inserat_typ,
    regions: form.cantons.length,
    categories: form.categories.length,
    images,
    dailyPushes: form.push_times.length,
  }).total;

/** What the end of the run means; a free ad has no day of reactivation (EDI-102). */
export function renewalSentence(
  prices: AdPrices,
  form: InseratContent,
  run: Run,
  images: number,
): string {
  if (form.inserat_typ === 'free') return 'Gehört zu Premium.';
  const day = formatDate(run.end);
  if (!form.auto_extend) return `Am ${day} läuft das Inserat ab.`;
  return `Am ${day} startet das Inserat neu und kostet wieder ${formatCredits(renewalPrice(prices, form, images))}.`;
}

/** Adds a time of day once, in order; nothing without one (EDI-86, EDI-87). */
export const withTime = (times: readonly string[], time: string): string[] =>
  time === '' || times.includes(time) ? [...times] : [...times, time].toSorted();

/** The same for a day and time (EDI-91). */
export const withPush = (pushes: readonly DatedPush[], push: DatedPush): DatedPush[] =>
  pushes.some(({ date, time }) => date === push.date && time === push.time)
    ? [...pushes]
    : [...pushes, push].toSorted((a, b) =>
        `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`),
      );

/** `12:00 und 18:30` */
export function timesLabel(times: readonly string[]): string {
  if (times.length > 3) return `${times.length} Zeiten`;
  return times.length > 1
    ? `${times.slice(0, -1).join(', ')} und ${times.at(-1)}`
    : (times[0] ?? '');
}
