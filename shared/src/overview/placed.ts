import type { Inserat } from '../inserate/contract.ts';
import { addCalendarDays, instantOf } from '../kernel/calendar.ts';
import { DAY_MS, localDate, localTime } from '../kernel/time.ts';
import { RATINGS, type Rating, ratingsUpTo } from '../media/rules.ts';

/** When the page asks after it has opened (EXP-22); then only when somebody comes back or asks. */
export const ASK_AFTER_MS: readonly number[] = [1, 2, 4, 8, 16, 32, 60].map((s) => s * 1_000);

/** How long «Nein danke» keeps suggestions away. */
export const SUGGESTIONS_OFF_MS = 30 * DAY_MS;

type Rated = readonly { rating: Rating }[];

/** Every picture is rated above what the website shows; false for an ad without pictures. */
export function showsNoPicture(pictures: Rated, accepts: Rating): boolean {
  const accepted = ratingsUpTo(accepts);
  return pictures.length > 0 && !pictures.some(({ rating }) => accepted.includes(rating));
}

const RATING_LABELS: Record<Rating, string> = {
  jugendfrei: '«Jugendfrei»',
  erotisch: '«Erotisch»',
  explizit: '«Explizit»',
};

const COUNTS = ['Keine', 'Eine', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht'];

/** On how many websites the ad stands without its pictures, and why; null where on none. */
export function withoutPicturesText(websites: number, pictures: Rated): string | null {
  if (websites === 0 || pictures.length === 0) return null;
  const ratings = RATINGS.filter((one) => pictures.some(({ rating }) => rating === one));
  const who = `${COUNTS[websites] ?? websites} ${websites === 1 ? 'Webseite zeigt' : 'Webseiten zeigen'}`;
  const rated = ratings.map((rating) => RATING_LABELS[rating]).join(' oder ');
  const why = pictures.length === 1 ? `das Bild ${rated} ist` : `alle Bilder ${rated} sind`;
  return `${who} dieses Inserat ohne Bilder, weil ${why}.`;
}

export type Suggestion =
  | { kind: 'picture' }
  | { kind: 'rating' }
  | { kind: 'push'; date: string; time: string; tomorrow: boolean; price: number };

interface Situation {
  ad: Pick<
    Inserat,
    'end_at' | 'push_times' | 'date_time_pushes' | 'imageSources' | 'inserat_status'
  >;
  /** On so many websites it stands without its pictures. */
  withoutPictures: number;
  credits: number;
  /** Of a push at a date. */
  pushPrice: number;
  now: Date;
}

const PUSH_TIME = '18:00';
/** From then on the push of tomorrow is suggested. */
const LAST_FOR_TODAY = '17:30';

/** The one suggestion after placing an ad, or none (EXP-25). */
export function suggestionFor({
  ad,
  withoutPictures,
  credits,
  pushPrice: price,
  now,
}: Situation): Suggestion | null {
  if (ad.imageSources.length === 0) return { kind: 'picture' };
  if (withoutPictures > 0) return { kind: 'rating' };
  if (credits < price || ad.inserat_status !== 'aktiv') return null;
  const tomorrow = localTime(now) > LAST_FOR_TODAY;
  const date = localDate(tomorrow ? addCalendarDays(now, 1) : now);
  const taken =
    ad.push_times.includes(PUSH_TIME) ||
    ad.date_time_pushes.some((push) => push.date === date && push.time === PUSH_TIME);
  const fits = ad.end_at !== null && instantOf(date, PUSH_TIME) < new Date(ad.end_at);
  return fits && !taken ? { kind: 'push', date, time: PUSH_TIME, tomorrow, price } : null;
}
