import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Item } from '../../delivery-receipts/service.ts';
import type { View } from '../../partners/service.ts';
import { type ResponseCache, serialize, type TimedResponse } from '../response-cache/cache.ts';
import { cacheKey, UUID } from '../response-cache/response.ts';
import type { Tracking } from '../tracking.ts';
import type { PartnerAuth } from './auth.ts';

interface Deps {
  clock: Clock;
  auth: PartnerAuth;
  cache: ResponseCache;
  tracking: Tracking;
  /** The item as this website may see it, else null. */
  find(id: string, view: View, now: Date): Promise<TimedResponse<object> | null>;
  /** The item that had this id, whatever its state. */
  findRemoved(id: string): Promise<Item[]>;
}

/** `GET {path}/{id}`. A removed item is recorded as such for the website that requested it. */
export function itemRoute(
  server: FastifyInstance,
  path: string,
  { clock, auth, cache, tracking, find, findRemoved }: Deps,
) {
  server.get<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const partner = await auth.authenticate(request, reply);
    const now = clock.now();
    const { id } = request.params;
    if (!UUID.test(id)) throw new AppError('NOT_FOUND');
    const key = cacheKey(partner, `${path}/${id}`);
    const load = async () => {
      const found = await find(id, partner, clock.now());
      if (!found) throw new AppError('NOT_FOUND');
      return serialize(found);
    };
    const response =
      cache.get(key, now) ??
      (await cache.load(key, load).catch(async (error: unknown) => {
        await tracking.recordNotFound(error, partner, () => findRemoved(id), now);
        throw error;
      }));
    return tracking.send(request, reply, partner, response, now);
  });
}
