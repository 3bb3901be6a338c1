import { formatDecimal, whenText } from '@samtrot/shared/kernel/format.ts';
import type { Effect } from '@samtrot/shared/statistics/contract.ts';
import {
  EFFECT_LEAST_HOURS,
  type EffectKind,
  PUSH_HOURS,
  USUAL_HOURS,
} from '@samtrot/shared/statistics/rules.ts';

export const EFFECT_LABELS: Record<EffectKind, string> = {
  push: 'Push',
  topad: 'TopAd',
  farbe: 'Farbe',
  story: 'Story',
};

/** `2.4`; small numbers keep two decimals, so that little is not said as nothing. */
export const decimal = (n: number): string => formatDecimal(n, n < 0.1 ? 2 : 1);

/** `heute, 14:03`, `03.11., 14:03 bis 04.11., 14:03`, `seit heute, 14:03` */
export function effectTime({ kind, from, until }: Effect, now: Date): string {
  const begin = whenText(new Date(from), now);
  if (kind === 'push') return `${begin}, gemessen über ${PUSH_HOURS} Stunden`;
  return until === null || Date.parse(until) > now.getTime()
    ? `seit ${begin}`
    : `${begin} bis ${whenText(new Date(until), now)}`;
}

/** What it did, measured against the ad itself; a drop is said as plainly as a gain. */
export function effectText({ factor, usual_per_hour, views_per_hour }: Effect): string {
  if (factor === null) {
    if (usual_per_hour === null)
      return `Noch zu wenig Vergleich: Dein Inserat braucht mindestens ${USUAL_HOURS.least} Stunden ohne Zusatz.`;
    // There is something to compare with: it has not lasted long enough.
    if (usual_per_hour > 0) return `Noch zu kurz: Verglichen wird ab ${EFFECT_LEAST_HOURS} Stunde.`;
    return views_per_hour === 0
      ? 'Keine Aufrufe, wie sonst auch.'
      : 'Sonst hatte dein Inserat keine Aufrufe: Es gibt keine Zahl zum Vergleichen.';
  }
  const said = decimal(factor);
  if (said === '0') return 'Keine Aufrufe in dieser Zeit.';
  return said === '1'
    ? 'Gleich viele Aufrufe pro Stunde wie sonst'
    : `${said}-mal so viele Aufrufe pro Stunde wie sonst`;
}

/**
 * Whether both rates may stand beside each other; an hour that has hardly begun looks like a loss.
 */
export const isComparable = ({ factor, usual_per_hour }: Effect): boolean =>
  factor !== null || usual_per_hour === 0;
