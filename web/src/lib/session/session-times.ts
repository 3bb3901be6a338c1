import {
  ENDED_HEADER,
  RESTS_IN_HEADER,
  SESSION_ENDS,
  type SessionEnd,
} from '@samtrot/shared/access/session-rules.ts';

/** In how many seconds the session ends by rest, as the server last said; null when it does not. */
let restsIn: number | null = null;
let ended: SessionEnd | null = null;
const listeners = new Set<() => void>();

/** Reads from an answer what it says of the session. */
export function noteSessionTimes(headers: Headers): void {
  const given = headers.get(RESTS_IN_HEADER);
  const why = SESSION_ENDS.find((end) => end === headers.get(ENDED_HEADER));
  if (why) ended = why;
  const next = given === null ? null : Number(given);
  if (next === restsIn) return;
  restsIn = next;
  for (const listener of listeners) listener();
}

export const readRestsIn = (): number | null => restsIn;

/** Why the session ended, or null when the server has not said it. */
export const whyEnded = (): SessionEnd | null => ended;

export function onSessionTimes(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
