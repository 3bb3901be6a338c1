import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';

/** The kinds of items that webhooks report. */
export type Kind = 'inserat' | 'club';
export type WebhookEvent = 'published' | 'changed' | 'lifted' | 'taken_down';

/** The current state of an item. */
export interface State {
  shown: boolean;
  /** Of an ad: its place in the list. */
  liftedAt: Date | null;
}

/** What the website is known to have of the item. */
export interface Receipt {
  told_at: Date | null;
  last_delivered_at: Date | null;
  lifted_at: Date | null;
  gone_at: Date | null;
}

/** The newest message about the item. */
export interface Latest {
  event: WebhookEvent;
  attempts: number;
  state: 'waiting' | 'delivered' | 'dead';
}

/**
 * The event to send for a changed item, or null if the website never had it. An attempted message
 * may have arrived even without a response.
 */
export function eventFor(
  { shown, liftedAt }: State,
  receipt: Receipt | undefined,
  latest: Latest | undefined,
): WebhookEvent | null {
  const hasItem = receipt !== undefined && isPresent(receipt);
  const open = latest !== undefined && latest.state !== 'delivered';
  if (!shown) {
    const mayHave = open && (latest.attempts > 0 || latest.event === 'taken_down');
    return hasItem || mayHave ? 'taken_down' : null;
  }
  const mayBeGone = open && latest.event === 'taken_down' && latest.attempts > 0;
  if (!hasItem || mayBeGone) return 'published';
  return liftedAt && liftedAt > (receipt.lifted_at ?? lastDelivery(receipt)!)
    ? 'lifted'
    : 'changed';
}

const lastDelivery = ({ told_at, last_delivered_at }: Receipt): Date | null =>
  told_at && last_delivered_at && told_at > last_delivered_at
    ? told_at
    : (last_delivered_at ?? told_at);

function isPresent(receipt: Receipt): boolean {
  const deliveredAt = lastDelivery(receipt);
  return deliveredAt !== null && (receipt.gone_at === null || receipt.gone_at < deliveredAt);
}

/**
 * Backoff after each failed attempt; after the last one the message is a dead letter, about three
 * days.
 */
const BACKOFF_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
] as const;
/** Random extension of a backoff, so that failures do not retry simultaneously. */
const JITTER = 0.1;

/** The time of the next attempt, or null after the last one. */
export function nextTry(
  attempts: number,
  now: Date,
  random: () => number = Math.random,
): Date | null {
  const backoff = BACKOFF_MS[attempts - 1];
  return backoff === undefined
    ? null
    : new Date(now.getTime() + Math.round(backoff * (1 + JITTER * random())));
}
