import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Item, Recorder } from '../delivery-receipts/service.ts';
import type { Partner } from '../partners/service.ts';
import type { ShownBanner } from './banner-serving/snapshot.ts';
import type { CachedResponse } from './response-cache/cache.ts';
import { cacheKey, send } from './response-cache/response.ts';

/** Records in the delivery receipts what each website received. */
export interface Tracking {
  /** Records this response for the website; a repeated one costs one set look-up. */
  recordDelivery(partner: Partner, key: string, response: CachedResponse, now: Date): void;
  /** Records a GET and sends the response; a HEAD delivers nothing. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    partner: Partner,
    response: CachedResponse,
    now: Date,
  ): FastifyReply;
  /** Records on `NOT_FOUND` that the website knows of the removal; ignores other errors. */
  recordNotFound(
    error: unknown,
    partner: Partner,
    findRemoved: () => Promise<Item[]>,
    now: Date,
  ): Promise<void>;
  /** Records that a website received this banner for a visitor. */
  recordBanner(banner: ShownBanner, websiteId: number, now: Date): void;
}

/** Minimum interval between two records of one banner on one website. */
const BANNER_INTERVAL_MS = 10 * MINUTE_MS;

/** Maximum number of lists whose last delivered items are kept in memory. */
const MAX_LISTS = 2_000;

export function tracking(recorder: Recorder): Tracking {
  const lists = new Map<string, readonly Item[]>();
  /** Items of the previous read of this list that are missing now. */
  const missingIn = (websiteId: number, key: string, items: readonly Item[]): Item[] => {
    const listKey = `${websiteId} ${key}`;
    const previous = lists.get(listKey) ?? [];
    lists.delete(listKey);
    lists.set(listKey, items);
    if (lists.size > MAX_LISTS) lists.delete(lists.keys().next().value!);
    const ids = new Set(items.map(({ id }) => id));
    return previous.filter(({ id }) => !ids.has(id));
  };
  const recordDelivery: Tracking['recordDelivery'] = ({ id }, key, response, now) => {
    if (response.recordedFor.has(id)) return;
    response.recordedFor.add(id);
    recorder.asked(id, now);
    recorder.delivered(id, response.items, now);
    recorder.gone(id, response.removed, 'since', now);
    if (response.list) recorder.missing(id, missingIn(id, key, response.items), now);
  };
  return {
    recordDelivery,
    send(request, reply, partner, response, now) {
      if (request.method === 'GET')
        recordDelivery(partner, cacheKey(partner, request.raw.url!), response, now);
      return send(request, reply, response, now);
    },
    async recordNotFound(error, { id }, findRemoved, now) {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) return;
      recorder.asked(id, now);
      recorder.gone(id, await findRemoved(), 'asked', now);
    },
    recordBanner(banner, websiteId, now) {
      const at = now.getTime();
      const previous = banner.recordedAt.get(websiteId);
      if (previous !== undefined && at - previous < BANNER_INTERVAL_MS) return;
      banner.recordedAt.set(websiteId, at);
      recorder.delivered(websiteId, [{ kind: 'banner', id: banner.id, mark: banner.endAt }], now);
    },
  };
}
