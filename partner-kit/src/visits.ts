import type { VisitBody } from './types.gen.ts';

export interface Visit extends VisitBody {
  list: 'ads' | 'clubs';
  id: string;
}

interface Options {
  /** False when it is to be tried again later. */
  send(visit: Visit): Promise<boolean>;
  /** Maximum length of the queue; further visits are not counted. */
  most?: number;
  /** Pause after a failure: the first one, and the longest. */
  pauses?: { first: number; longest: number };
}

const AT_ONCE = 4;
const USER_AGENT_MAX = 1000;
/**
 * Sent later than that it would count in the wrong hour; a repeat within that time counts once
 * anyway.
 */
const KEEP_MS = 30 * 60_000;

/**
 * Queue of visits in memory, sent to the portal after the page was served. While the portal is
 * unreachable one visit is sent per pause, with exponential backoff; the rest stays queued.
 */
export function visits({ send, most = 2000, pauses = { first: 1000, longest: 60_000 } }: Options) {
  const waiting: { visit: Visit; at: number }[] = [];
  let sending = 0;
  let pause = 0;
  let timer: NodeJS.Timeout | undefined;
  let settled: (() => void) | undefined;

  const next = () => {
    // After a pause one visit is tried first.
    while (!timer && waiting.length > 0 && sending < (pause > 0 ? 1 : AT_ONCE))
      void one(waiting.shift()!);
    if (sending === 0 && (waiting.length === 0 || timer)) settled?.();
  };
  const keep = (entry: { visit: Visit; at: number }) => {
    if (waiting.length < most) waiting.push(entry);
  };
  const one = async (entry: { visit: Visit; at: number }) => {
    if (performance.now() - entry.at > KEEP_MS) return;
    sending++;
    const done = await send(entry.visit).catch(() => false);
    sending--;
    if (done) pause = 0;
    else {
      // To the end of the queue, so that one that always fails does not block the others.
      keep(entry);
      if (!timer) {
        pause = Math.min(pause > 0 ? pause * 2 : pauses.first, pauses.longest);
        timer = setTimeout(() => {
          timer = undefined;
          next();
        }, pause);
        timer.unref();
      }
    }
    next();
  };

  return {
    count(visit: Visit): void {
      const user_agent = visit.user_agent.slice(0, USER_AGENT_MAX);
      keep({ visit: { ...visit, user_agent }, at: performance.now() });
      next();
    },
    waiting: () => waiting.length,
    /**
     * Resolves when nothing is in flight, because all is sent or the portal is unreachable, or
     * after that time.
     */
    settle: (longestMs: number) =>
      new Promise<void>((done) => {
        const late = setTimeout(done, longestMs);
        settled = () => {
          clearTimeout(late);
          done();
        };
        next();
      }),
    stop: () => clearTimeout(timer),
  };
}
