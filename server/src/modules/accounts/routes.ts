import { LOOKUP_PATH, lookup } from '@samtrot/shared/accounts/lookup-contract.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import { parse } from '../../platform/action.ts';
import type { Database } from '../../platform/db.ts';
import { type Limiter, network } from '../../platform/limits.ts';
import type { ProofOfWork } from '../../platform/proof-of-work.ts';
import { emailRefused, emailTaken, type RegistrationSettings } from './service.ts';

interface Deps extends Pick<RegistrationSettings, 'registrationPrivacy'> {
  db: Database;
  limiter: Limiter;
  proofs: ProofOfWork;
  limitFactor: number;
}

/** For the registration page: whether an address is taken, as a list without personal data. */
export const lookupRoute =
  ({ db, limiter, proofs, limitFactor, registrationPrivacy }: Deps): FastifyPluginAsync =>
  async (server) => {
    server.get(LOOKUP_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const query = request.query as Record<string, unknown>;
      const address = network(request.ip);
      const counted = String(query.search ?? '')
        .trim()
        .toLowerCase()
        .slice(0, 300);
      for (const { per, attempts, seconds } of lookup.limits) {
        const [kind, key] = per === 'address' ? ['address', address] : ['search', counted];
        await limiter.consume({
          name: `lookup/${kind}`,
          key,
          attempts: attempts * limitFactor,
          seconds,
        });
      }
      const { search } = parse(lookup, query);
      const refused = emailRefused(search);
      if (refused) throw invalid({ search: refused });
      await proofs.verify(lookup, { given: query.proof ?? request.headers['x-proof'], address });
      const taken = await db
        .transaction()
        .execute((sql) => emailTaken(sql, search, { registrationPrivacy }));
      return reply.send(taken ? [{ exists: true }] : []);
    });
  };
