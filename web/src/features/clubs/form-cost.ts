import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import type { ClubContent } from '@samtrot/shared/clubs/contract.ts';
import { type ClubPrices, clubPrice } from '@samtrot/shared/clubs/rules.ts';
import type { ClubStatus } from '@samtrot/shared/clubs/status.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';

/** The status of the entry in the form; `neu` while it was never ordered. */
export type FormStatus = ClubStatus | 'neu';

export interface ClubCost {
  total: Credits;
  /** Balance afterwards; negative when it does not suffice. */
  after: Credits;
  /** Credits that are lacking, 0 when it suffices. */
  missing: Credits;
}

/** What saving costs now: months that are ordered, and nothing else. */
export function costOf(prices: ClubPrices, monate: number | undefined, credits: Credits): ClubCost {
  const total = monate === undefined ? 0 : clubPrice(prices, monate);
  return { total, after: credits - total, missing: Math.max(0, total - credits) };
}

/** The text of the question before saving: never a charge without its price. */
export function priceSentence(
  form: ClubContent,
  {
    ordered,
    status,
    total,
    credits,
  }: { ordered: boolean; status: FormStatus; total: Credits; credits: Credits },
): string {
  const starts = startSentence(form, status, ordered);
  if (!ordered)
    return `Diese Änderung kostet nichts. Dein Guthaben bleibt bei ${formatCredits(credits)}.${starts}`;
  const what = status === 'aktiv' || status === 'geplant' ? 'Die Verlängerung um' : 'Dein Club für';
  return `${what} ${inAccusative(form.monate)} kostet ${formatCredits(total)}. Danach hast du noch ${formatCredits(credits - total)}.${starts}`;
}

/** Only where saving decides on the start. */
function startSentence(
  { publish_option, publish_date, publish_time }: ClubContent,
  status: FormStatus,
  ordered: boolean,
) {
  if (status === 'aktiv' || (status === 'abgelaufen' && !ordered)) return '';
  if (publish_option === 'Planen')
    return ` Er startet am ${publish_date.split('-').reverse().join('.')} um ${publish_time}.`;
  return status === 'geplant' ? ' Er startet sofort.' : '';
}

/** `einen Monat`, `3 Monate` */
const inAccusative = (months: number) => (months === 1 ? 'einen Monat' : monthsLabel(months));
