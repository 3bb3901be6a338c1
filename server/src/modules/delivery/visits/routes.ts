import { visitBody } from '@samtrot/shared/delivery/contract.ts';
import { VISITS_PER_MINUTE } from '@samtrot/shared/delivery/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { VisitedKind } from '../../statistics/service.ts';
import { isBrowser } from '../banner-serving/counting-routes.ts';
import { callCounter, type PartnerAuth, parseBody } from '../partner-api/auth.ts';
import { UUID } from '../response-cache/response.ts';
import type { TrafficCounter } from '../traffic/counter.ts';
import type { VisitCounter } from './counter.ts';
import type { VisibleItems } from './visible-items.ts';

interface Deps {
  clock: Clock;
  auth: PartnerAuth;
  visible: Record<VisitedKind, VisibleItems>;
  counter: VisitCounter;
  traffic: Pick<TrafficCounter, 'count'>;
  limitFactor: number;
}

const LISTS = { ads: 'inserat', clubs: 'club' } as const;

/**
 * `POST /partner/v1/ads/{id}/views` and `clubs/{id}/views`; the response does not reveal whether it
 * counts.
 */
export const visitRoutes =
  ({ clock, auth, visible, counter, traffic, limitFactor }: Deps): FastifyPluginAsync =>
  async (server) => {
    const ofWebsite = callCounter<number>(VISITS_PER_MINUTE * limitFactor);
    for (const [list, kind] of Object.entries(LISTS))
      server.post<{ Params: { id: string } }>(
        `/partner/v1/${list}/:id/views`,
        async (request, reply) => {
          const partner = await auth.authenticate(request, reply, ({ id }) => ofWebsite(id));
          const now = clock.now();
          const itemId = UUID.test(request.params.id)
            ? await visible[kind].idOf(request.params.id, now)
            : undefined;
          if (itemId === undefined) throw new AppError('NOT_FOUND');
          const { kind: visit, visitor, user_agent } = parseBody(visitBody, request.body);
          const human = isBrowser(user_agent);
          traffic.count(human ? 'visits' : 'bots', partner.id, now);
          if (human)
            await counter.count({ kind, itemId, websiteId: partner.id, visit, visitor }, now);
          return reply.code(202).send({ success: true });
        },
      );
  };
