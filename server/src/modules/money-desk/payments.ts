import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { orderIn } from '@samtrot/shared/kernel/sorting.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/money-desk/contract.ts';
import {
  PAYMENT_GROUP_IDS,
  PAYMENT_GROUPS,
  PAYMENT_STATUS_LABELS,
  wantedPayment,
} from '@samtrot/shared/money-desk/payment-search.ts';
import { refundable } from '@samtrot/shared/topups/settling-rules.ts';
import type { PaymentStatus } from '@samtrot/shared/topups/status.ts';
import type { StaffCtx } from '../../platform/action.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { cursorOf, inWords, type Ordering, placeIn } from '../../platform/keyset.ts';
import * as topups from '../topups/service.ts';
import { accountOf, methodName } from './names.ts';
import * as store from './payment-store.ts';

const PAGE = 50;
/** Of each list. */
const REFUNDS = 100;

/** Payments, newest first or sorted (BOF-92, BOF-144). @throws INVALID_INPUT */
export async function listPayments(
  { db, now }: StaffCtx,
  { q = '', state, sort, cursor }: Input<typeof contract.payments>,
): Promise<Output<typeof contract.payments>> {
  const wanted = q.trim() === '' ? null : wantedPayment(q, localDate(now));
  const ordering = await orderingOf(db, sort);
  const after = placeIn({ cursor, sort }, ordering);
  const looking = { wanted, group: state, ordering, after, limit: PAGE + 1 };
  const { found, lookedTo } = await store.findPayments(db, looking);
  const page = found.slice(0, PAGE);
  const end = found.length > PAGE ? page.at(-1)!.place : lookedTo;
  return { payments: page.map(shown), cursor: end && cursorOf(sort, end) };
}

export async function orderingOf(
  db: Sql | Database,
  sort: Input<typeof contract.payments>['sort'],
): Promise<Ordering> {
  if (sort === undefined) return store.NEWEST;
  const { column, falling } = orderIn(sort);
  const by = { ...store.SORTED[column], falling };
  if (column === 'status') return { ...by, words: STATUSES };
  if (column === 'method')
    return { ...by, words: inWords(await store.listMethods(db), methodName) };
  return by;
}

const STATUSES = inWords(
  Object.keys(PAYMENT_STATUS_LABELS) as PaymentStatus[],
  (status) => PAYMENT_STATUS_LABELS[status],
);

const groupOf = (status: PaymentStatus) =>
  PAYMENT_GROUP_IDS.find((id) => (PAYMENT_GROUPS[id].of as readonly string[]).includes(status))!;

const shown = (row: store.PaymentRow): Output<typeof contract.payments>['payments'][number] => ({
  payment_id: row.number,
  at: row.at.toISOString(),
  account: accountOf(row),
  method: methodName(row.method),
  status: PAYMENT_STATUS_LABELS[row.status],
  group: groupOf(row.status),
  paid: row.received === null ? null : rappenToFrancs(row.received),
  asked: rappenToFrancs(row.asked),
  credited: row.credited,
  returned: rappenToFrancs(row.returned),
  fee: row.fee === null ? null : rappenToFrancs(row.fee),
  receipt: row.receipt,
});

const KINDS = {
  erstattung: 'Rückzahlung',
  rueckbelastung: 'Rückbuchung',
  ueberschuss: 'Zu viel bezahlt',
};
const statusOf = ({ status, by_hand }: store.RefundRow): string => {
  if (status === 'bestaetigt') return 'Erledigt';
  if (status === 'abgelehnt') return 'Abgelehnt';
  return by_hand ? 'Zu überweisen' : 'Unterwegs';
};

const refundShown = (row: store.RefundRow): Output<typeof contract.refunds>['waiting'][number] => ({
  payment_id: row.number,
  account: accountOf(row),
  at: row.at.toISOString(),
  kind: KINDS[row.kind],
  status: statusOf(row),
  waiting: row.status === 'beauftragt',
  amount: rappenToFrancs(row.amount),
  credits: row.credits,
  reason: row.reason,
  receipt: row.receipt,
});

export const listRefunds = async ({ db }: StaffCtx): Promise<Output<typeof contract.refunds>> => ({
  waiting: (await store.waitingRefunds(db, REFUNDS)).map(refundShown),
  done: (await store.settledRefunds(db, REFUNDS)).map(refundShown),
});

/** A payment with what went back of it (BOF-92, BOF-97). @throws NOT_FOUND */
export async function readPayment(
  { db }: StaffCtx,
  number: number,
): Promise<Output<typeof contract.payment>> {
  const row = await store.findPayment(db, number);
  if (!row) throw new AppError('NOT_FOUND');
  const payment = (await topups.readPayment(db, row.id))!;
  const back = await topups.moneyBack(db, row.id);
  const most = Math.max(0, refundable(payment) - back.ordered);
  return {
    payment: shown(row),
    credits: row.credits,
    bonus: row.bonus,
    discount_percent: row.discount,
    refunds: (await store.refundsOf(db, row.id)).map(refundShown),
    cases: await store.casesOf(db, row.id),
    refundable: rappenToFrancs(most),
    refusal: most > 0 ? null : whyNothing(row.status, back.ordered),
    seen_back: rappenToFrancs(back.ordered),
    technical: [
      { label: 'Zahlung', value: row.id },
      { label: 'Anbieter', value: row.provider },
      { label: 'Referenz', value: row.provider_ref ?? '–' },
    ],
  };
}

function whyNothing(status: PaymentStatus, ordered: number): string {
  if (status === 'rueckbelastet')
    return 'Die Bank hat diese Zahlung zurückgebucht; sie geht nicht noch einmal zurück.';
  return ordered > 0 ? 'Alles ist zurückbezahlt oder unterwegs.' : 'Es ist nichts bezahlt.';
}
