import { BANNER_TYPES, monthsLabel } from '@samtrot/shared/banners/rules.ts';
import type { QuoteItem } from '@samtrot/shared/cart/rules.ts';
import type * as contract from '@samtrot/shared/history/contract.ts';
import type { Movement, Order } from '@samtrot/shared/history/contract.ts';
import {
  type OrderStatus,
  PAGE_LIMITS,
  paidOf,
  sharesOf,
  type TaxedPart,
  taxOf,
} from '@samtrot/shared/history/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { type Credits, rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { PaymentStatus } from '@samtrot/shared/topups/status.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as banners from '../banners/service.ts';
import * as clubs from '../clubs/service.ts';
import * as inserate from '../inserate/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';

type Owner = Ctx<Actors['user']>;
type Page = Output<typeof contract.getDetailedTransactions>;

/** Maximum uncredited top-ups per page; more between two movements are not expected. */
const MAX_UNCREDITED = 200;

const PAYMENT_STATUS: Record<PaymentStatus, OrderStatus> = {
  erstellt: 'Pending',
  offen: 'Pending',
  gutgeschrieben: 'Completed',
  abgelehnt: 'Declined',
  abgebrochen: 'Cancelled',
  verfallen: 'Cancelled',
  gescheitert: 'Failed',
  teilbezahlt: 'Processing',
  abweichend: 'Processing',
  erstattet: 'Refunded',
  zurueckbezahlt: 'Refunded',
  rueckbelastet: 'ChargedBack',
};

/**
 * A page of the history: the movements before the cursor with their orders and top-ups, and the
 * uncredited top-ups of the same period (GUT-53 to GUT-56).
 */
export async function loadPage(
  ctx: Owner,
  { limit = PAGE_LIMITS.usual, before }: Input<typeof contract.getDetailedTransactions>,
): Promise<Page> {
  const { db, actor } = ctx;
  const cursor = before === undefined ? undefined : readCursor(before);
  const found = await wallet.movements(db, actor.userId, { before: cursor?.seq, limit: limit + 1 });
  const page = found.slice(0, limit);
  const oldest = page.at(-1);
  const last = found.length > limit && oldest ? oldest : undefined;
  // Neighbouring movements may be slightly out of order; the boundary must not, or a payment would
  // be lost between two pages.
  const boundary =
    last && new Date(Math.min(last.at.getTime(), cursor?.at.getTime() ?? Number.POSITIVE_INFINITY));
  const paymentIds = page.flatMap(({ kind, cause }) =>
    kind === 'topup' ? (paymentIdOf(cause) ?? []) : [],
  );
  const payments = [
    ...(await topups.paymentsById(db, actor.userId, paymentIds)),
    ...(await topups.uncredited(db, actor.userId, {
      from: boundary,
      until: cursor?.at,
      limit: MAX_UNCREDITED,
    })),
  ];
  const causes = page.flatMap(({ kind, cause }) => (kind === 'order' ? [cause] : []));
  const orders = await ordersBehind(db, actor.userId, causes);
  const spends = page.filter(({ incoming }) => !incoming).map(({ id }) => id);
  const paidBy = Map.groupBy(await wallet.lotUses(db, spends), ({ transfer_id }) => transfer_id);
  const paid = await wallet.paidParts(db, spends);
  const paidFor = new Map(page.map(({ id, cause }) => [cause, paid.get(id) ?? []]));
  const orderIds = new Map(orders.map(({ cause, orderId }) => [cause, orderId]));
  const byBank = await topups.chargebacksAmong(
    db,
    page.map(({ cause }) => cause),
  );
  return {
    transactions: [
      ...payments.map(topup),
      ...orders.map((order) => ofOrder(order, paidFor.get(order.cause) ?? [])),
    ].sort((a, b) => b.timestamp - a.timestamp),
    wallet_transactions: page.map((row) => movement(row, { orderIds, paidBy, byBank })),
    next: last && boundary ? `${last.seq}-${boundary.getTime()}` : null,
  };
}

/** The orders with these causes. */
export const ordersBehind = async (
  db: Sql,
  userId: number,
  causes: readonly string[],
): Promise<OrderSource[]> => [
  ...(await inserate.ordersByCause(db, userId, causes)).map(ofInserat),
  ...(await banners.bookingsByCause(db, userId, causes)).map(ofBanner),
  ...(await clubs.bookingsByCause(db, userId, causes)).map(ofClub),
];

/** The totals received as bonus and by coupons (HOM-15, HOM-28). */
export async function loadGifts({
  db,
  actor,
}: Owner): Promise<Output<typeof contract.getBonusTransactions>> {
  const { bonus, coupon } = await wallet.received(db, actor.userId);
  const rows = await wallet.movements(db, actor.userId, { gifts: true, limit: PAGE_LIMITS.usual });
  return {
    bonus_credits: bonus,
    coupon_credits: coupon,
    wallet_transactions: rows.map((row) => movement(row)),
  };
}

interface MovementSources {
  orderIds: ReadonlyMap<string, string>;
  paidBy: ReadonlyMap<number, wallet.LotUse[]>;
  byBank: ReadonlySet<string>;
}

function movement(
  row: wallet.Movement,
  { orderIds, paidBy, byBank }: Partial<MovementSources> = {},
): Movement {
  return {
    transaction_id: row.id,
    type: row.incoming ? 'credit' : 'debit',
    amount: row.amount,
    balance: row.balance_after,
    details: row.description,
    kind: row.kind,
    by_bank: byBank?.has(row.cause) ?? false,
    date: row.at.toISOString(),
    order_id: paymentIdOf(row.cause) ?? orderIds?.get(row.cause) ?? null,
    paid_by: (paidBy?.get(row.id) ?? []).map(({ source, granted_at, amount }) => ({
      source,
      amount,
      granted: granted_at.toISOString(),
    })),
  };
}

/** The payment of a movement, if there is one. */
const paymentIdOf = (cause: string) => cause.match(/^(?:topup|bonus):([0-9a-f-]{36})$/)?.[1];

const dated = (at: Date) => ({
  date: at.toISOString(),
  timestamp: Math.floor(at.getTime() / 1000),
});

/** An order paid from the wallet, of any kind. */
interface OrderSource {
  orderId: string;
  cause: string;
  at: Date;
  total: Credits;
  description: string;
  items: (Pick<QuoteItem, 'label' | 'note' | 'quantity' | 'unit' | 'total'> & { key: string })[];
}

const ofInserat = ({
  id,
  cause,
  at,
  total,
  items,
  inserat_id,
}: inserate.OrderRecord): OrderSource => ({
  orderId: `I-${id}`,
  cause,
  at,
  total,
  items,
  description: `Inserat ${inserat_id}`,
});

function ofBanner(booking: banners.BookingRecord): OrderSource {
  const { id, banner_id, typ, months, websites, base, surcharge, total, created_at: at } = booking;
  const more = websites - 1;
  return {
    orderId: `B-${id}`,
    cause: `banner:${id}`,
    at,
    total,
    description: `Banner ${banner_id}`,
    items: [
      {
        key: typ,
        label: BANNER_TYPES[typ].name,
        note: monthsLabel(months),
        quantity: months,
        unit: base / months,
        total: base,
      },
      ...(more > 0
        ? [
            {
              key: 'websites',
              label: 'Weitere Webseiten',
              note: '',
              quantity: more,
              unit: surcharge / more,
              total: surcharge,
            },
          ]
        : []),
    ],
  };
}

const ofClub = ({
  id,
  club_id,
  months,
  total,
  created_at: at,
}: clubs.BookingRecord): OrderSource => ({
  orderId: `C-${id}`,
  cause: `club:${id}`,
  at,
  total,
  description: `Club ${club_id}`,
  items: [
    {
      key: 'club',
      label: 'Club-Eintrag',
      note: monthsLabel(months),
      quantity: months,
      unit: total / months,
      total,
    },
  ],
});

function topup(payment: topups.PaymentRecord): Order {
  return {
    order_id: payment.id,
    number: payment.number,
    ...dated(payment.created_at),
    is_wallet_topup: true,
    status_label: PAYMENT_STATUS[payment.status],
    total: rappenToFrancs(payment.price),
    currency: 'CHF',
    description: `${payment.rest_of === null ? 'Aufladung' : 'Rest einer Aufladung,'} ${formatCredits(payment.credits)}`,
    payment_method_title: payment.method,
    paid: rappenToFrancs(payment.paid),
    tax: null,
    items: [],
    billing_address: null,
    order_notes: [],
  };
}

/** `parts`: the price of the credits it spent. */
function ofOrder(order: OrderSource, parts: readonly TaxedPart[]): Order {
  const tax = taxOf(parts);
  const taxes = sharesOf(
    tax,
    order.items.map(({ total }) => total),
  );
  return {
    order_id: order.orderId,
    number: null,
    ...dated(order.at),
    is_wallet_topup: false,
    status_label: 'Completed',
    total: order.total,
    currency: 'Credits',
    description: order.description,
    payment_method_title: 'Guthaben',
    paid: rappenToFrancs(paidOf(parts)),
    tax: rappenToFrancs(tax),
    items: order.items.map(({ key, label, note, quantity, unit, total }, index) => ({
      item_id: `${order.orderId}-${index + 1}`,
      product_name: note ? `${label} (${note})` : label,
      sku: key,
      quantity,
      unit_price: unit,
      total_price: total,
      tax: rappenToFrancs(taxes[index]!),
    })),
    billing_address: null,
    order_notes: [],
  };
}

/** `<movement number>-<boundary time>`, the `next` of the previous page. */
function readCursor(text: string): { seq: number; at: Date } {
  const [, seq, at] = text.match(/^(\d{1,15})-(\d{1,14})$/) ?? [];
  if (seq === undefined || at === undefined) throw invalid({ before: fieldTexts.format });
  return { seq: Number(seq), at: new Date(Number(at)) };
}
