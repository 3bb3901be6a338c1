import { type Portal, PortalAway, visitors } from '@samtrot/partner';
import { isReportReason, urgencyOf } from '@samtrot/shared/reports/rules.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ReportDraft,
  reportedOf,
  reportedPath,
  reportPath,
  SECTIONS,
  type Section,
} from './pages.ts';
import { formOf, type Show, UUID } from './requests.ts';

interface Deps {
  portal: Portal;
  show: Show;
  now: () => Date;
  onFailure(error: unknown): void;
}

/** 2000 characters, each up to twelve bytes in a form. */
const BODY_LIMIT = 32 * 1024;
const NOTHING = { reason: '', message: '', name: '', email: '' };
const NOT_SENT =
  'Die Meldung konnte nicht gesendet werden. Versuche es bitte nochmals. Ist jemand in Gefahr, ruf gleich eine der Nummern auf dieser Seite an.';

/** The form of a report; the ad or club is that of the address, nobody types it (BOF-55). */
export function reports(server: FastifyInstance, { portal, show, now, onFailure }: Deps): void {
  const visitorOf = visitors(now);
  /** A form without the numbers is better than none. */
  const help = () =>
    portal.helpLines().catch((error: unknown) => {
      onFailure(error);
      return '';
    });
  for (const section of Object.keys(SECTIONS) as Section[]) {
    const what = section === 'inserat' ? 'ad' : 'club';
    const itemOf = async (request: FastifyRequest) => {
      const { id } = request.params as { id: string };
      const item = UUID.test(id) ? await portal[what](id) : null;
      return item && { section, id, name: item.name };
    };
    const showForm = async (
      request: FastifyRequest,
      reply: FastifyReply,
      item: { section: Section; id: string; name: string },
      {
        status = 200,
        typed = { ...NOTHING, send_key: crypto.randomUUID() } as ReportDraft,
        refused = '',
        noReason = false,
      } = {},
    ) =>
      show(request, reply, status, {
        kind: 'report',
        ...item,
        typed,
        refused,
        noReason,
        help: await help(),
      });
    const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
    const gone = (request: FastifyRequest, reply: FastifyReply) =>
      show(request, reply, 404, { kind: 'gone', what });
    // Not behind the gate: whoever is shown against their will may be a child.
    server.get(reportPath(section, ':id'), async (request, reply) => {
      const id = idOf(request);
      const reported = reportedOf(new URL(request.url, 'http://site').searchParams);
      const item = await itemOf(request);
      if (reported && UUID.test(id))
        return show(request, reply, 200, {
          kind: 'reported',
          ...(item ?? { section, id, name: '' }),
          ...reported,
        });
      return item ? showForm(request, reply, item) : gone(request, reply);
    });
    server.post(reportPath(section, ':id'), { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const id = idOf(request);
      if (!UUID.test(id)) return gone(request, reply);
      // It may have gone offline while the form was open; it can be reported all the same.
      const item = (await itemOf(request)) ?? { section, id, name: '' };
      const form = formOf(request);
      const one = (name: keyof ReportDraft) => form.get(name) ?? '';
      const typed: ReportDraft = {
        reason: one('reason'),
        message: one('message'),
        name: one('name'),
        email: one('email'),
        send_key: UUID.test(one('send_key')) ? one('send_key') : crypto.randomUUID(),
      };
      const { reason } = typed;
      if (!isReportReason(reason))
        return showForm(request, reply, item, { status: 422, typed, noReason: true });
      const sent = await portal
        .report({
          object: { type: section, id },
          ...typed,
          reason,
          // Without the browser: two of one address are no two people who report (BOF-64).
          visitor: visitorOf(request.ip, ''),
        })
        .catch((error: unknown) => {
          if (!(error instanceof PortalAway)) throw error;
          onFailure(error);
          return { number: '', refused: NOT_SENT };
        });
      if (!sent) return gone(request, reply);
      const { number, refused } = sent;
      if (!number) return showForm(request, reply, item, { status: 422, typed, refused });
      // To another address, so that loading it again sends nothing.
      const urgency = urgencyOf(reason);
      return reply.redirect(reportedPath(section, id, { number, urgency }), 303);
    });
  }
}
