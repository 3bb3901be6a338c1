import { REASON_NAMES, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import { HOLD_LABELS, type HoldKind } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { REVIEW_STATE_LABELS, REVIEWED_LABELS } from '@samtrot/shared/moderation/review-rules.ts';
import {
  DECISION_MS,
  REPORT_REASONS,
  REPORT_STATE_LABELS,
  reportNumber,
  THING_LABELS,
  URGENCIES,
  urgencyOf,
} from '@samtrot/shared/reports/rules.ts';
import type * as contract from '@samtrot/shared/reports/staff-contract.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import * as moderation from '../moderation/service.ts';
import { type RegisterRow, registerOf } from './desk-store.ts';

const COLUMNS = [
  ...['Nummer', 'Eingang', 'Grund', 'Dringlichkeit', 'Webseite', 'Objekt'],
  ...['erster Blick (Min.)', 'Entscheid', 'Grund des Entscheids', 'entschieden am'],
  ...['Frist eingehalten', 'Automatik', 'Einspruch'],
];
const yesNo = (yes: boolean) => (yes ? 'ja' : 'nein');

/** «Gesperrt: Alter»: kind and reason of the hold, as the house reads them. */
const holdText = (of: { hold_kind: HoldKind | null; hold_reason: ReasonId | null }): string =>
  of.hold_kind === null || of.hold_reason === null
    ? ''
    : `${HOLD_LABELS[of.hold_kind]}: ${REASON_NAMES[of.hold_reason]}`;

/** Blank while both times can still be kept. */
function inTime(row: RegisterRow, now: Date): string {
  const spent = (at: Date | null) => (at ?? now).getTime() - row.received_at.getTime();
  const decidedAt = row.first_decided_at ?? row.decided_at;
  const { firstLookMs } = URGENCIES[urgencyOf(row.reason)];
  if (spent(row.opened_at) > firstLookMs || spent(decidedAt) > DECISION_MS) return yesNo(false);
  return decidedAt ? yesNo(true) : '';
}

/**
 * The reports of a month as CSV, without personal data (BOF-67), then each sample that a second
 * person decided otherwise (BOF-54).
 */
export async function register(
  { db, now }: Pick<StaffCtx, 'db' | 'now'>,
  month: string,
): Promise<Output<typeof contract.reportRegister>> {
  const lines = (await registerOf(db, month)).map((row) => [
    reportNumber(row.id),
    formatDateTime(row.received_at),
    REPORT_REASONS[row.reason].label,
    URGENCIES[urgencyOf(row.reason)].label,
    row.website ?? '',
    `${THING_LABELS[row.thing]} ${row.item_id}`,
    row.opened_at
      ? Math.floor((row.opened_at.getTime() - row.received_at.getTime()) / MINUTE_MS)
      : '',
    row.decided_at ? REPORT_STATE_LABELS[row.state] : '',
    holdText(row),
    row.decided_at ? formatDateTime(row.decided_at) : '',
    inTime(row, now),
    yesNo(row.automatic),
    yesNo(row.appealed),
  ]);
  const samples = (await moderation.differentSamples(db, month)).map((row) => [
    `P-${row.id}`,
    formatDateTime(row.waiting_since),
    'Stichprobe, zuerst freigegeben',
    ...['', ''],
    `${REVIEWED_LABELS[row.thing]} ${row.item_id}`,
    '',
    REVIEW_STATE_LABELS[row.state],
    holdText(row),
    formatDateTime(row.decided_at),
    ...['', yesNo(false), ''],
  ]);
  const csv = [COLUMNS, ...lines, ...samples].map(csvLine).join('');
  return { name: `meldungen-${month}.csv`, csv: BYTE_ORDER_MARK + csv };
}
