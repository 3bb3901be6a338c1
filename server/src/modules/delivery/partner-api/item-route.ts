import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Item } from '../../delivery-receipts/service.ts';
import type { Partner } from '../../partners/service.ts';
import { type AnswerCache, pack } from '../response-cache/cache.ts';
import { questionOf, UUID } from '../response-cache/response.ts';
import type { Timed } from '../service.ts';
import type { Tracking } from '../tracking.ts';
import type { Gate } from './auth.ts';

interface Deps {
  clock: Clock;
  gate: Gate;
  cache: AnswerCache;
  hand: Tracking;
  /** The thing as this website gets it; null when there is none for it. */
  find(id: string, accepts: Partner['accepts'], now: Date): Promise<Timed<object> | null>;
  /** What once was there under this name. */
  gone(id: string): Promise<Item[]>;
}

/** `GET {address}/{id}`. What is not there any more is noted as gone for the website that asked. */
export function oneRoute(server: FastifyInstance, address: string, { clock, gate, cache, hand, find, gone }: Deps) {
  server.get<{ Params: { id: string } }>(`${address}/:id`, async (request, reply) => {
    const partner = await gate.partnerOf(request, reply);
    const now = clock.now();
    const { id } = request.params;
    if (!UUID.test(id)) throw new AppError('NOT_FOUND');
    const question = questionOf(partner, `${address}/${id}`);
    const make = async () => {
      const found = await find(id, partner.accepts, clock.now());
      if (!found) throw new AppError('NOT_FOUND');
      return pack(found);
    };
    const packed =
      cache.get(question, now) ??
      (await cache.load(question, make).catch(async (error: unknown) => {
        await hand.notFound(error, partner, () => gone(id), now);
        throw error;
      }));
    return hand.send(request, reply, partner, packed, now);
  });
}
