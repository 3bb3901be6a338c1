import { webLink, whatsappLink } from '@samtrot/ad-view/text.ts';
import { type Portal, type VisitBody, visitors, visits } from '@samtrot/partner';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECTIONS, type Section } from './pages.ts';
import { isAdult, isAhead, type Show, UUID } from './requests.ts';

/** A site that ends waits no longer for a slow portal. */
const CLOSE_MS = 3000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts after the response was sent. */
    visit: { section: Section; id: string; kind: VisitBody['kind'] } | null;
  }
}

/**
 * Remembers what a request was; it counts only where somebody has really asked, not a program that
 * looks ahead or only at the head.
 */
export function counts(
  request: FastifyRequest,
  section: Section,
  id: string,
  kind: VisitBody['kind'],
): void {
  if (request.method !== 'HEAD' && !isAhead(request)) request.visit = { section, id, kind };
}

interface Options {
  portal: Portal;
  show: Show;
  now(): Date;
}

/**
 * Telephone, WhatsApp and homepage on addresses of this site, and the counting of them and of the
 * pages.
 */
export function contacts(server: FastifyInstance, { portal, show, now }: Options): void {
  const queue = visits({ send: portal.count });
  const visitorOf = visitors(now);
  server.decorateRequest('visit', null);
  server.addHook('onResponse', async ({ visit, ip, headers }) => {
    if (!visit) return;
    const agent = headers['user-agent'] ?? '';
    const { section, id, kind } = visit;
    queue.count({
      list: SECTIONS[section],
      id,
      kind,
      visitor: visitorOf(ip, agent),
      user_agent: agent,
    });
  });
  server.addHook('onClose', async () => {
    await queue.settle(CLOSE_MS);
    queue.stop();
  });

  // A browser sends `PING`, the script nothing; neither is read.
  server.addContentTypeParser('text/ping', (_request, body, done) => {
    body.resume();
    done(null);
  });
  for (const section of Object.keys(SECTIONS) as Section[]) {
    for (const [contact, kind] of [
      ['telefon', 'phone'],
      ['sms', 'sms'],
    ] as const)
      server.post(`/${section}/:id/${contact}`, async (request, reply) => {
        const { id } = request.params as { id: string };
        const foreign = !['same-origin', undefined].includes(
          request.headers['sec-fetch-site'] as string | undefined,
        );
        if (!UUID.test(id) || foreign || !isAdult(request)) return reply.code(404).send();
        counts(request, section, id, kind);
        return reply.code(204).header('cache-control', 'no-store').send();
      });
    server.get(`/${section}/:id/homepage`, (request, reply) =>
      lead(request, reply, section, 'homepage', async (id) => {
        const item = section === 'inserat' ? await portal.ad(id) : await portal.club(id);
        return item && { target: item.homepage && webLink(item.homepage)?.href };
      }),
    );
  }
  server.get('/inserat/:id/whatsapp', (request, reply) =>
    lead(request, reply, 'inserat', 'whatsapp', async (id) => {
      const ad = await portal.ad(id);
      return ad && { target: ad.whatsapp && whatsappLink(ad.whatsapp) };
    }),
  );

  /**
   * Away from here, to what it holds at this moment and nowhere else: the address of this site
   * names no target.
   */
  async function lead(
    request: FastifyRequest,
    reply: FastifyReply,
    section: Section,
    kind: 'whatsapp' | 'homepage',
    find: (id: string) => Promise<{ target: string | null | undefined } | null>,
  ) {
    const { id } = request.params as { id: string };
    // Behind the gate waits the page itself: a form may lead to this site only.
    if (!isAdult(request))
      return show(request, reply, 200, { kind: 'gate', target: `/${section}/${id}` });
    reply.header('cache-control', 'no-store');
    if (isAhead(request)) return reply.code(204).send();
    const item = UUID.test(id) ? await find(id) : null;
    if (!item)
      return show(request, reply, 404, {
        kind: 'gone',
        what: section === 'inserat' ? 'ad' : 'club',
      });
    if (!item.target) return reply.redirect(`/${section}/${id}`, 303);
    counts(request, section, id, kind);
    return reply.redirect(item.target, 303);
  }
}
