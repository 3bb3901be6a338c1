import { visitBody } from '@samtrot/shared/delivery/contract.ts';
import { VISITS_PER_MINUTE } from '@samtrot/shared/delivery/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { VisitedKind } from '../../statistics/service.ts';
import { isBrowser } from '../banner-serving/counting-routes.ts';
import { bodyIn, callCounter, type Gate } from '../partner-api/auth.ts';
import { UUID } from '../response-cache/response.ts';
import type { VisitCounter } from './counter.ts';
import type { ShownMemory } from './visible-items.ts';

interface Deps {
  clock: Clock;
  gate: Gate;
  shown: Record<VisitedKind, ShownMemory>;
  counter: VisitCounter;
  limitFactor: number;
}

const LISTS = { ads: 'inserat', clubs: 'club' } as const;

/** `POST /partner/v1/ads/{id}/views` and of clubs: what a visitor did there. Whether it counts is not told. */
export const visitRoutes =
  ({ clock, gate, shown, counter, limitFactor }: Deps): FastifyPluginAsync =>
  async (server) => {
    const ofWebsite = callCounter<number>(VISITS_PER_MINUTE * limitFactor);
    for (const [list, kind] of Object.entries(LISTS))
      server.post<{ Params: { id: string } }>(`/partner/v1/${list}/:id/views`, async (request, reply) => {
        const partner = await gate.partnerOf(request, reply, ({ id }) => ofWebsite(id));
        const now = clock.now();
        const itemId = UUID.test(request.params.id) ? await shown[kind].idOf(request.params.id, now) : undefined;
        if (itemId === undefined) throw new AppError('NOT_FOUND');
        const { kind: visit, visitor, user_agent } = bodyIn(visitBody, request.body);
        if (isBrowser(user_agent)) await counter.count({ kind, itemId, websiteId: partner.id, visit, visitor }, now);
        return reply.code(202).send({ success: true });
      });
  };
