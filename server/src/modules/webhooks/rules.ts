import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';

/** What websites are told of. */
export type Kind = 'inserat' | 'club';
export type WebhookEvent = 'published' | 'changed' | 'lifted' | 'taken_down';

/** What is true of a thing now. */
export interface State {
  shown: boolean;
  /** Of an ad: its place in the list. */
  liftedAt: Date | null;
}

/** What the website has of it, as far as is known. */
export interface Had {
  told_at: Date | null;
  last_delivered_at: Date | null;
  lifted_at: Date | null;
  gone_at: Date | null;
}

/** The newest message about it. */
export interface Latest {
  event: WebhookEvent;
  attempts: number;
  state: 'waiting' | 'delivered' | 'dead';
}

/**
 * What the website is to be told of a thing that has changed, or null: it never had it, and has not to hear of its end. A message that
 * was tried may have arrived, also when no answer came back.
 */
export function eventFor(
  { shown, liftedAt }: State,
  had: Had | undefined,
  latest: Latest | undefined,
): WebhookEvent | null {
  const has = had !== undefined && isThere(had);
  const open = latest !== undefined && latest.state !== 'delivered';
  if (!shown) {
    const mayHave = open && (latest.attempts > 0 || latest.event === 'taken_down');
    return has || mayHave ? 'taken_down' : null;
  }
  const mayBeGone = open && latest.event === 'taken_down' && latest.attempts > 0;
  if (!has || mayBeGone) return 'published';
  return liftedAt && liftedAt > (had.lifted_at ?? lastHeard(had)!) ? 'lifted' : 'changed';
}

const lastHeard = ({ told_at, last_delivered_at }: Had): Date | null =>
  told_at && last_delivered_at && told_at > last_delivered_at ? told_at : (last_delivered_at ?? told_at);

function isThere(had: Had): boolean {
  const heard = lastHeard(had);
  return heard !== null && (had.gone_at === null || had.gone_at < heard);
}

/** The pause after each failed try; after the try behind the last of them a message is given up. Three days and a bit. */
const PAUSES_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
] as const;
/** Up to so much longer, so that what failed together does not come back together. */
const JITTER = 0.1;

/** When the next try is due after so many that failed, or null when it was the last. */
export function nextTry(attempts: number, now: Date, random: () => number = Math.random): Date | null {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? null : new Date(now.getTime() + Math.round(pause * (1 + JITTER * random())));
}
