import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import {
  REPORT_REASONS,
  type ReportedThing,
  type ReportReason,
  reportNumber,
  THING_LABELS,
} from '@samtrot/shared/reports/rules.ts';
import { type MailTemplate, pageOf } from '../mail/service.ts';

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
