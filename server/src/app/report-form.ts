import { randomUUID } from 'node:crypto';
import { AppError, errors } from '@samtrot/shared/kernel/errors.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { report } from '@samtrot/shared/reports/contract.ts';
import {
  REPORT_NUMBER,
  REPORTED_THINGS,
  type ReportedThing,
  type ReportReason,
  reportTexts,
  THING_LABELS,
  thanksText,
  URGENCIES,
  URGENCY_IDS,
  urgencyOf,
} from '@samtrot/shared/reports/rules.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isKnown } from '../modules/reports/service.ts';
import { escapeHtml, RTA } from '../platform/html.ts';
import { refuseCrossSite } from './cross-site.ts';
import { type CallDeps, type Params, perform } from './dispatch.ts';
import { withTexts } from './live-page.ts';
import { textValues } from './text-settings.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const BODY_LIMIT = 64 * 1024;
/**
 * Hours until somebody looks at it: the receipt names no reason, which would stay in the history.
 */
const hoursOf = (urgency: (typeof URGENCY_IDS)[number]): string =>
  String(URGENCIES[urgency].firstLookMs / HOUR_MS);
const FIELDS = ['message', 'name', 'email', 'phone'] as const;

interface Target {
  type: ReportedThing;
  id: string;
}

/**
 * `/melden/inserat/<public id>`: the form of a report without a script (BOF-55). It carries out the
 * call `report` with its limits; without a script nobody can compute a proof, so it ends where the
 * call begins to ask for one. What is accepted leads to a receipt, so a reload sends nothing again.
 */
export function registerReportForm(
  server: FastifyInstance,
  app: CallDeps,
  documents: { form: string; done: string },
): void {
  const handler = app.handlers.find(({ spec }) => spec.name === report.name)!;
  const url = '/melden/:thing/:id';
  const texts = withTexts(textValues(app.config));
  /** With the help lines that are valid. */
  const form = () => texts(documents.form, { db: app.db, now: app.clock.now() });

  /** What the address names, when it has been published once. */
  const targetOf = async ({ params }: FastifyRequest): Promise<Target | undefined> => {
    const { thing, id } = params as { thing: string; id: string };
    const type = REPORTED_THINGS.find((known) => known === thing);
    if (!type || !UUID.test(id)) return undefined;
    const known = await app.db
      .transaction()
      .execute((db) => isKnown(db, type, id, app.clock.now()));
    return known ? { type, id } : undefined;
  };

  server.get(url, async (request, reply) => {
    const target = await targetOf(request);
    if (!target) return reply.callNotFound();
    const { webseite } = request.query as Params;
    return page(reply, 200, filled(await form(), target, { website: webseite }));
  });

  server.get(`${url}/danke`, async (request, reply) => {
    const target = await targetOf(request);
    const { nummer, stunden } = request.query as Params;
    const urgency = URGENCY_IDS.find((id) => hoursOf(id) === stunden);
    if (!target || !urgency || !REPORT_NUMBER.test(String(nummer))) return reply.callNotFound();
    const thanks = alert('success', thanksText(String(nummer), urgency));
    return page(reply, 200, filled(documents.done, target, {}, thanks));
  });

  server.post(url, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    refuseCrossSite(request, app.config);
    const target = await targetOf(request);
    if (!target) return reply.callNotFound();
    const typed = (request.body ?? {}) as Params;
    const { website, reason, message, name, email, phone } = typed;
    const send_key = keyOf(typed);
    const params = {
      object: target,
      ...(website !== '' && website !== undefined && { website }),
      reason,
      message,
      name,
      email,
      phone,
      send_key,
    };
    try {
      const { output } = await perform(app, {
        handler,
        request,
        params,
        actor: { kind: 'visitor' },
        now: app.clock.now(),
      });
      const { number } = output as { number: string };
      const hours = hoursOf(urgencyOf(reason as ReportReason));
      const query = new URLSearchParams({ nummer: number, stunden: hours });
      return reply
        .header('cache-control', 'no-store')
        .redirect(`/melden/${target.type}/${target.id}/danke?${query}`, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const note = alert('danger', ...sentencesOf(error));
      return page(
        reply,
        errors[error.code].status,
        filled(await form(), target, { ...typed, send_key }, note),
      );
    }
  });
}

/** What the form was rendered with, so that a report whose receipt was lost may be sent again. */
const keyOf = ({ send_key }: Params): string => {
  const key = String(send_key).toLowerCase();
  return UUID.test(key) ? key : randomUUID();
};

function sentencesOf({ code, message, fields }: AppError): string[] {
  if (code === 'PROOF_REQUIRED') return [reportTexts.tooMany];
  return fields ? [reportTexts.notSent, ...new Set(Object.values(fields))] : [message];
}

const alert = (tone: 'success' | 'danger', ...sentences: string[]): string =>
  `<div class="alert alert-${tone}" role="${tone === 'danger' ? 'alert' : 'status'}"><div class="grow">${sentences.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</div></div>`;

/** The document for one thing, with what was typed; inserted values are not expanded again. */
function filled(document: string, { type }: Target, typed: Params, note = ''): string {
  const text = (name: string) => {
    const value = typed[name];
    return typeof value === 'string' ? escapeHtml(value) : '';
  };
  const values: Record<string, string> = {
    THING: THING_LABELS[type],
    ALERT: note,
    WEBSITE: text('website'),
    KEY: keyOf(typed),
    ...Object.fromEntries(FIELDS.map((name) => [name.toUpperCase(), text(name)])),
  };
  const page = document.replace(/%REPORT_([A-Z]+)%/g, (place, name) => values[name] ?? place);
  const chosen = text('reason');
  return chosen === '' ? page : page.replace(`value="${chosen}"`, (value) => `${value} checked=""`);
}

function page(reply: FastifyReply, status: number, body: string) {
  return (
    reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      // With `no-referrer` a browser does not name the origin of a posted form.
      .header('referrer-policy', 'same-origin')
      .header('rating', RTA)
      .send(body)
  );
}
