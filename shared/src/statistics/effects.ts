import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import type { Effect } from './contract.ts';
import {
  EFFECT_KINDS,
  EFFECT_LEAST_HOURS,
  EFFECTS_MOST,
  type EffectKind,
  PUSH_HOURS,
  USUAL_HOURS,
} from './rules.ts';

/**
 * What an ad had and when. `online`: visible to visitors; `booked`: booked again meanwhile, which
 * lifts it as a push does.
 */
export interface Phase {
  kind: EffectKind | 'online' | 'booked';
  from: Date;
  /** Null while it lasts; a push and a new booking are a moment. */
  until: Date | null;
}

export interface HourViews {
  /** Its first instant. */
  hour: Date;
  views: number;
}

interface History {
  phases: readonly Phase[];
  /** Hours without a view may be missing. */
  hours: readonly HourViews[];
  /** From here on views are known. */
  since: Date;
  now: Date;
}

type Span = readonly [from: number, until: number];

const PUSH_MS = PUSH_HOURS * HOUR_MS;
const isExtra = (phase: Phase): phase is Phase & { kind: EffectKind } =>
  (EFFECT_KINDS as readonly string[]).includes(phase.kind);
const shared = ([from, until]: Span, [start, end]: Span) =>
  Math.max(0, Math.min(until, end) - Math.max(from, start));
const within = (spans: readonly Span[], span: Span) =>
  spans.reduce((sum, one) => sum + shared(one, span), 0);
const rounded = (value: number) => Math.round(value * 100) / 100;

/**
 * What each extra did, newest first. An hour of which only a part belongs to it gives it that part
 * of its views, so that an effect is rather shown too small than too large; the usual is measured
 * in whole hours alone, with nothing of an extra in them.
 */
export function effectsOf({ phases, hours, since, now }: History): Effect[] {
  const known: Span = [since.getTime(), now.getTime()];
  const spanOf = ({ from, until }: Phase): Span => [
    from.getTime(),
    until?.getTime() ?? Number.POSITIVE_INFINITY,
  ];
  const online = phases.filter(({ kind }) => kind === 'online').map(spanOf);
  const views = new Map(hours.map(({ hour, views }) => [hour.getTime(), views]));
  const usual = usualPerHour({ phases, spanOf, online, views, known });

  return phases
    .filter(isExtra)
    .flatMap((phase): (Effect & { at: number })[] => {
      const span = effective(phase, spanOf(phase), online);
      const seen: Span = [Math.max(span[0], known[0]), Math.min(span[1], known[1])];
      if (seen[0] > seen[1] || (phase.kind !== 'push' && span[0] >= span[1])) return [];
      const measured = measure(seen, online, views, known);
      const hoursLong = measured.ms / HOUR_MS;
      // A minute with one view is no rate of sixty an hour.
      const rate = measured.views / Math.max(hoursLong, EFFECT_LEAST_HOURS);
      const compared = usual !== null && usual > 0 && hoursLong >= EFFECT_LEAST_HOURS;
      return [
        {
          at: span[0],
          kind: phase.kind,
          from: phase.from.toISOString(),
          until: span[1] <= known[1] ? new Date(span[1]).toISOString() : null,
          views_per_hour: rounded(rate),
          usual_per_hour: usual === null ? null : rounded(usual),
          factor: compared ? rounded(rate / usual) : null,
        },
      ];
    })
    .toSorted((a, b) => b.at - a.at)
    .slice(0, EFFECTS_MOST)
    .map(({ at: _, ...effect }) => effect);
}

/** A push works until its time is up or the ad goes off; all else as long as it was bought for. */
function effective({ kind }: Phase, [from, until]: Span, online: readonly Span[]): Span {
  if (kind !== 'push') return [from, until];
  const off = online.find(([start, end]) => start <= from && from < end)?.[1] ?? from;
  return [from, Math.min(from + PUSH_MS, off)];
}

function measure(
  span: Span,
  online: readonly Span[],
  views: ReadonlyMap<number, number>,
  [, now]: Span,
) {
  const result = { ms: 0, views: 0 };
  for (let hour = startOfHour(span[0]); hour < span[1]; hour += HOUR_MS) {
    const whole: Span = [hour, Math.min(hour + HOUR_MS, now)];
    const part: Span = [Math.max(span[0], whole[0]), Math.min(span[1], whole[1])];
    const ms = within(online, part);
    if (ms === 0) continue;
    result.ms += ms;
    // Views fall only into the time in which it was online.
    result.views += ((views.get(hour) ?? 0) * ms) / within(online, whole);
  }
  return result;
}

interface Measured {
  phases: readonly Phase[];
  spanOf(phase: Phase): Span;
  online: readonly Span[];
  views: ReadonlyMap<number, number>;
  known: Span;
}

/**
 * Views in the whole hours without any extra, and not soon after a push or after coming online;
 * null when they are too few.
 */
function usualPerHour({
  phases,
  spanOf,
  online,
  views,
  known: [since, now],
}: Measured): number | null {
  const apart = phases.map((phase): Span => {
    const [from, until] = spanOf(phase);
    return phase.kind === 'topad' || phase.kind === 'farbe' || phase.kind === 'story'
      ? [from, until]
      : [from, from + PUSH_MS];
  });
  const first = Math.max(since, now - USUAL_HOURS.days * DAY_MS);
  const counted = { hours: 0, views: 0 };
  for (let hour = Math.ceil(first / HOUR_MS) * HOUR_MS; hour + HOUR_MS <= now; hour += HOUR_MS) {
    const span: Span = [hour, hour + HOUR_MS];
    if (within(online, span) < HOUR_MS || apart.some((one) => shared(one, span) > 0)) continue;
    counted.hours++;
    counted.views += views.get(hour) ?? 0;
  }
  return counted.hours < USUAL_HOURS.least ? null : counted.views / counted.hours;
}

const startOfHour = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS;
