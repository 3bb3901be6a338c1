import { type Portal, PortalAway, visitors } from '@samtrot/partner';
import type { ReportReason } from '@samtrot/shared/reports/rules.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ReportDraft, reportPath, SECTIONS, type Section } from './pages.ts';
import { formOf, type Show, UUID } from './requests.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Deps {
  portal: Portal;
  show: Show;
  behindGate(handler: Handler): Handler;
  now: () => Date;
  onFailure(error: unknown): void;
}

/** 2000 characters, each up to twelve bytes in a form. */
const BODY_LIMIT = 32 * 1024;
const NOTHING: ReportDraft = { reason: '', message: '', name: '', email: '' };
const NOT_SENT =
  'Die Meldung konnte nicht gesendet werden. Versuche es bitte nochmals. Ist jemand in Gefahr, ruf gleich eine der Nummern auf dieser Seite an.';

/** The form of a report; the ad or club is that of the address, nobody types it (BOF-55). */
export function reports(
  server: FastifyInstance,
  { portal, show, behindGate, now, onFailure }: Deps,
): void {
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
    server.get(
      reportPath(section, ':id'),
      behindGate(async (request, reply) => {
        const item = await itemOf(request);
        return item
          ? show(request, reply, 200, {
              kind: 'report',
              ...item,
              typed: NOTHING,
              refused: '',
              help: await help(),
            })
          : show(request, reply, 404, { kind: 'gone', what });
      }),
    );
    server.post(
      reportPath(section, ':id'),
      { bodyLimit: BODY_LIMIT },
      behindGate(async (request, reply) => {
        const { id } = request.params as { id: string };
        if (!UUID.test(id)) return show(request, reply, 404, { kind: 'gone', what });
        // It may have gone offline while the form was open; it can be reported all the same.
        const item = (await itemOf(request)) ?? { section, id, name: '' };
        const form = formOf(request);
        const one = (name: keyof ReportDraft) => form.get(name) ?? '';
        const typed: ReportDraft = {
          reason: one('reason'),
          message: one('message'),
          name: one('name'),
          email: one('email'),
        };
        const sent = await portal
          .report({
            object: { type: section, id: item.id },
            ...typed,
            reason: typed.reason as ReportReason,
            visitor: visitorOf(request.ip, request.headers['user-agent'] ?? ''),
          })
          .catch((error: unknown) => {
            if (!(error instanceof PortalAway)) throw error;
            onFailure(error);
            return { thanks: '', refused: NOT_SENT };
          });
        if (!sent) return show(request, reply, 404, { kind: 'gone', what });
        const { thanks, refused } = sent;
        return thanks
          ? show(request, reply, 200, { kind: 'reported', ...item, thanks })
          : show(request, reply, 422, {
              kind: 'report',
              ...item,
              typed,
              refused,
              help: await help(),
            });
      }),
    );
  }
}
