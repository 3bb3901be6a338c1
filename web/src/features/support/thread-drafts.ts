import { useSyncExternalStore } from 'react';
import { sendKeys } from '../../lib/api/send-key.ts';

const kept = new Map<string, string>();
const keys = new Map<string, ReturnType<typeof sendKeys>>();

/**
 * What was typed in a conversation and not sent yet. Kept in memory only: nothing personal is
 * written to the device.
 */
export const keptReply = (ticket: string): string => kept.get(ticket) ?? '';

export function keepReply(ticket: string, text: string): void {
  if (text === '') kept.delete(ticket);
  else kept.set(ticket, text);
  for (const changed of listeners) changed();
}

/** It has arrived, maybe while she looked at another page; what she has typed since stays. */
export function dropReply(ticket: string, arrived: string): void {
  if (keptReply(ticket) === arrived) keepReply(ticket, '');
}

const listeners = new Set<() => void>();
function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const useReply = (ticket: string): string =>
  useSyncExternalStore(subscribe, () => keptReply(ticket));

/**
 * The idempotency keys of a conversation, each for one text and its files: what has arrived without
 * an answer is not sent twice after a look at another page (EXP-92).
 */
export function replyKeys(ticket: string): ReturnType<typeof sendKeys> {
  const known = keys.get(ticket) ?? sendKeys();
  keys.set(ticket, known);
  return known;
}
