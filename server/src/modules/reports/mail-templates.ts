import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import {
  REPORT_REASONS,
  type ReportedThing,
  type ReportReason,
  reportNumber,
  reportThanks,
  THING_LABELS,
} from '@samtrot/shared/reports/rules.ts';
import { GREETING, type MailTemplate, NOT_YOU, pageOf } from '../mail/service.ts';
import { objecting as objectingButton } from '../moderation/service.ts';

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

/**
 * To an address that nobody has proved, so nothing of what was reported or written stands in it.
 */
export const receiptMail = (id: number, to: string, reason: ReportReason): MailTemplate => ({
  cause: `report:${id}:receipt`,
  to,
  subject: `Deine Meldung ${reportNumber(id)} ist eingegangen`,
  paragraphs: [
    GREETING,
    reportThanks(id, reason),
    'Über den Entscheid schreiben wir dir an diese Adresse.',
    `Du hast eine Frage dazu? Schreib uns über das Kontaktformular und nenne ${reportNumber(id)}.`,
    NOT_YOU,
  ],
  button: { label: 'Zum Formular', page: pageOf.contact },
});

interface Decided {
  to: string;
  justified: boolean;
  publicUrl: string;
  supportEmail: string;
  /** Answers to mails are read. */
  answered: boolean;
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
/** Without a mailbox that is read, an answer to the mail would reach nobody. */
const objecting = (
  { publicUrl, answered }: Pick<Decided, 'publicUrl' | 'answered'>,
  what: string,
) =>
  answered
    ? 'Du bist nicht einverstanden? Antworte innert 30 Tagen auf diese E-Mail, eine andere Person prüft es.'
    : `Du bist nicht einverstanden? Schreib uns innert 30 Tagen auf ${publicUrl}/kontakt und nenne ${what}, eine andere Person prüft es.`;
const SECOND = 'Eine andere Person hat es nochmals geprüft. Dieser Entscheid bleibt.';

/** To a reporter; nothing of the account, of a name or a number (BOF-62). */
export const answerMail = (
  { id, objected_at }: Answered,
  { to, justified, answer, ...of }: Decided & { answer: string },
): MailTemplate => ({
  cause: `report:${id}:answer${again(objected_at)}`,
  to,
  subject: `Deine Meldung ${reportNumber(id)}`,
  paragraphs: [
    GREETING,
    `Wir haben deine Meldung geprüft. Entscheid: ${DECISIONS[`${justified}`]}`,
    `Warum: ${answer}`,
    `Regel: ${ruleOf(of.publicUrl)}`,
    objected_at ? SECOND : objecting(of, reportNumber(id)),
  ],
  ...(of.answered && { replyTo: of.supportEmail }),
});

interface Stated extends Decided {
  name: string;
  statement: string;
  /** What came of it for the thing or the account: «Nummer 7 ist zurzeit nicht online.» */
  outcome: string;
  /** What becomes of the time and what its owner can do, of something that is held. */
  goesOn: string[];
  appealable: boolean;
  /** It has no page any more. */
  gone: boolean;
  /** The whole account is held, where every page says so. */
  blocked: boolean;
  automatic: boolean;
}

/** To the owner; nothing of who reported (BOF-62). In her favour there is nothing to object to. */
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
    of.outcome,
    `Warum: ${of.statement}`,
    `Regel: ${ruleOf(of.publicUrl)}`,
    of.automatic
      ? 'Vor der Prüfung hat eine automatische Regel geholfen; entschieden hat eine Person.'
      : 'Entschieden hat eine Person, ohne automatische Hilfe.',
    ...of.goesOn,
    of.justified && !of.appealable
      ? objected_at
        ? SECOND
        : objecting(of, `Nummer ${item_id}`)
      : '',
  ].filter(Boolean),
  ...(of.blocked
    ? objectingButton
    : !of.gone && { button: { label: `Nummer ${item_id} öffnen`, page: pageOf[thing](item_id) } }),
  ...(of.answered && { replyTo: of.supportEmail }),
});

interface Automatic {
  thing: ReportedThing;
  id: number;
  holdId: number;
  /** The one that was enough. */
  report: number;
}

/** To the person on duty: something is off the websites without a decision. */
export const automaticMail = (
  { thing, id, holdId, report }: Automatic,
  to: string,
): MailTemplate => ({
  cause: `report:automatic:${holdId}`,
  to,
  subject: `DRINGEND: ${THING_LABELS[thing]} ${id} automatisch vom Netz`,
  paragraphs: [
    'Unabhängige dringende Meldungen haben es automatisch vom Netz genommen. Bitte entscheide.',
  ],
  button: { label: 'Meldung öffnen', page: pageOf.report(reportNumber(report)) },
});
