import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import {
  REPORT_REASONS,
  type ReportedThing,
  type ReportReason,
  reportNumber,
  THING_LABELS,
} from '@samtrot/shared/reports/rules.ts';
import { GREETING, type MailTemplate, pageOf } from '../mail/service.ts';

export interface Alert {
  id: number;
  thing: ReportedThing;
  item_id: number;
  reason: ReportReason;
  received_at: Date;
}

/** To the person on duty; nothing of what is reported stands in it (BOF-58). */
export const alertMail = (
  { id, thing, item_id, reason, received_at }: Alert,
  { to, alerts }: { to: string; alerts: number },
): MailTemplate => ({
  cause: `report:${id}:alert:${alerts}`,
  to,
  subject: `DRINGEND ${reportNumber(id)}: Meldung zu ${THING_LABELS[thing]} ${item_id}`,
  paragraphs: [
    `Grund: ${REPORT_REASONS[reason].label}`,
    `Eingang: ${formatDateTime(received_at)}`,
    ...(alerts > 0 ? ['Noch hat niemand diese Meldung geöffnet.'] : []),
  ],
  button: { label: 'Meldung öffnen', page: pageOf.report(reportNumber(id)) },
});

interface Decided {
  to: string;
  justified: boolean;
  publicUrl: string;
}

const DECISIONS = { true: 'Die Meldung ist begründet.', false: 'Die Meldung ist unbegründet.' };
/** The rules by which reports are decided. */
const ruleOf = (publicUrl: string) => `unsere Bedingungen, ${publicUrl}/rechtliches`;

interface Answered {
  id: number;
  /** Somebody did not agree with the first decision. */
  objected_at: Date | null;
}

const again = (objectedAt: Date | null) => (objectedAt ? ':again' : '');
const OBJECT =
  'Du bist nicht einverstanden? Antworte innert 30 Tagen auf diese E-Mail, eine andere Person prüft es.';
const SECOND = 'Eine andere Person hat es nochmals geprüft. Dieser Entscheid bleibt.';

/** To a reporter; nothing of the account, of a name or a number (BOF-62). */
export const answerMail = (
  { id, objected_at }: Answered,
  {
    to,
    justified,
    answer,
    publicUrl,
    supportEmail,
  }: Decided & { answer: string; supportEmail: string },
): MailTemplate => ({
  cause: `report:${id}:answer${again(objected_at)}`,
  to,
  subject: `Deine Meldung ${reportNumber(id)}`,
  paragraphs: [
    GREETING,
    `Wir haben deine Meldung geprüft. Entscheid: ${DECISIONS[`${justified}`]}`,
    `Warum: ${answer}`,
    `Regel: ${ruleOf(publicUrl)}`,
    objected_at ? SECOND : OBJECT,
  ],
  replyTo: supportEmail,
});

interface Stated extends Decided {
  name: string;
  statement: string;
  supportEmail: string;
  held: boolean;
  /** It has no page any more. */
  gone: boolean;
  automatic: boolean;
}

/** To the owner; nothing of who reported (BOF-62). */
export const statementMail = (
  { id, thing, item_id, objected_at }: Answered & { thing: ReportedThing; item_id: number },
  of: Stated,
): MailTemplate => ({
  cause: `report:${id}:statement${again(objected_at)}`,
  to: of.to,
  subject: 'Entscheid zu einer Meldung',
  paragraphs: [
    `Hallo ${of.name}`,
    `Zu Nummer ${item_id} ging eine Meldung ein. Wir haben sie geprüft. Entscheid: ${DECISIONS[`${of.justified}`]}`,
    of.held ? `Nummer ${item_id} ist zurzeit nicht online.` : '',
    `Warum: ${of.statement}`,
    `Regel: ${ruleOf(of.publicUrl)}`,
    of.automatic
      ? 'Vor der Prüfung hat eine automatische Regel geholfen; entschieden hat eine Person.'
      : 'Entschieden hat eine Person, ohne automatische Hilfe.',
    of.held
      ? 'Du bist nicht einverstanden? Du kannst Einspruch erheben. Eine andere Person prüft ihn.'
      : objected_at
        ? SECOND
        : OBJECT,
  ].filter(Boolean),
  ...(!of.gone && {
    button: { label: `Nummer ${item_id} öffnen`, page: pageOf[thing](item_id) },
  }),
  replyTo: of.supportEmail,
});

/** To the person on duty: something is off the websites without a decision. */
export const automaticMail = (
  { thing, id, holdId }: { thing: ReportedThing; id: number; holdId: number },
  to: string,
): MailTemplate => ({
  cause: `report:automatic:${holdId}`,
  to,
  subject: `DRINGEND: ${THING_LABELS[thing]} ${id} automatisch vom Netz`,
  paragraphs: [
    'Unabhängige dringende Meldungen haben es automatisch vom Netz genommen. Bitte entscheide.',
  ],
});
