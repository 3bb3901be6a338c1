import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Item, Recorder } from '../delivery-receipts/service.ts';
import type { Partner } from '../partners/service.ts';
import type { ShownBanner } from './banner-serving/memory.ts';
import type { CachedResponse } from './response-cache/cache.ts';
import { questionOf, send } from './response-cache/response.ts';

/** Notes for the proof what each website gets. */
export interface Tracking {
  /** This answer to the question goes to this website; given again from memory it costs a look into a set. */
  answer(partner: Partner, question: string, packed: CachedResponse, now: Date): void;
  /** The same through a route. A question for the head alone gets nothing. */
  send(request: FastifyRequest, reply: FastifyReply, partner: Partner, packed: CachedResponse, now: Date): FastifyReply;
  /** Whether this is about something that is not there; then what it was is noted as gone for the website. */
  notFound(error: unknown, partner: Partner, find: () => Promise<Item[]>, now: Date): Promise<void>;
  /** This banner goes to this website, for one visitor. */
  banner(banner: ShownBanner, websiteId: number, now: Date): void;
}

/** A banner that is given for every view is noted again after this time. */
const AGAIN_MS = 10 * MINUTE_MS;

/** So many lists are remembered as they were given to a website last. */
const LISTS = 2_000;

export function tracking(recorder: Recorder): Tracking {
  const lists = new Map<string, readonly Item[]>();
  /** What was in the list when the website read it last, and is not any more. */
  const missingIn = (websiteId: number, question: string, items: readonly Item[]): Item[] => {
    const key = `${websiteId} ${question}`;
    const before = lists.get(key) ?? [];
    lists.delete(key);
    lists.set(key, items);
    if (lists.size > LISTS) lists.delete(lists.keys().next().value!);
    const ids = new Set(items.map(({ id }) => id));
    return before.filter(({ id }) => !ids.has(id));
  };
  const answer: Tracking['answer'] = ({ id }, question, packed, now) => {
    if (packed.noted.has(id)) return;
    packed.noted.add(id);
    recorder.asked(id, now);
    recorder.delivered(id, packed.items, now);
    recorder.gone(id, packed.gone, 'since', now);
    if (packed.list) recorder.missing(id, missingIn(id, question, packed.items), now);
  };
  return {
    answer,
    send(request, reply, partner, packed, now) {
      if (request.method === 'GET') answer(partner, questionOf(partner, request.raw.url!), packed, now);
      return send(request, reply, packed, now);
    },
    async notFound(error, { id }, find, now) {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) return;
      recorder.asked(id, now);
      recorder.gone(id, await find(), 'asked', now);
    },
    banner(banner, websiteId, now) {
      const at = now.getTime();
      const before = banner.given.get(websiteId);
      if (before !== undefined && at - before < AGAIN_MS) return;
      banner.given.set(websiteId, at);
      recorder.delivered(websiteId, [{ kind: 'banner', id: banner.id, mark: banner.endAt }], now);
    },
  };
}
