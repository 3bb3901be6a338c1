import { documentPaths } from '@samtrot/shared/documents/rules.ts';
import type { Movement, Order } from '@samtrot/shared/history/contract.ts';
import {
  formatChf,
  formatCredits,
  formatDate,
  formatDateTime,
} from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { methodLabel, SOURCE_LABELS, waitsFor } from './history-labels.ts';
import { hasReceipt, price } from './history-parts.tsx';
import { type HistoryRow, isMovement } from './history-rows.ts';
import { PendingTopup } from './pending-topup.tsx';
import './history.css';

/**
 * What stands behind a line (GUT-49): items, way to pay, notes, which credits paid it and what was
 * left. `table` on wide screens.
 */
export function HistoryDetail({
  id,
  row,
  table,
}: {
  id: string;
  row: HistoryRow;
  table?: boolean;
}) {
  const { order, movement } = row;
  // The bonus of a top-up names its order only; what was ordered stands with the top-up itself.
  const items = isMovement(row) && order?.is_wallet_topup ? [] : (order?.items ?? []);
  return (
    <div className="detail" id={id} data-slot="history-detail">
      {order &&
        items.length > 0 &&
        (table ? <ItemTable items={items} of={order} /> : <ItemList items={items} of={order} />)}
      <dl className="pairs meta">
        {order?.payment_method_title && (
          <Fact name="Zahlungsart">{methodLabel(order.payment_method_title)}</Fact>
        )}
        {movement && movement.paid_by.length > 0 && (
          <Fact name={movement.kind === 'order' ? 'Bezahlt mit' : 'Abgezogen von'}>
            <ul>
              {movement.paid_by.map((lot) => (
                <li key={`${lot.source}${lot.granted}`} className="num">
                  {paidWith(lot)}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {order && order.tax !== null && <Fact name="Dafür bezahlt">{paidFor(order)}</Fact>}
        {!isMovement(row) && movement && (
          <Fact name="Gutgeschrieben">{formatCredits(movement.amount)}</Fact>
        )}
        {movement && <Fact name="Guthaben danach">{formatCredits(movement.balance)}</Fact>}
        {order && order.number !== null ? (
          <Fact name="Nummer">{paymentName(order.number)}</Fact>
        ) : (
          <Fact name={order ? 'Bestellnummer' : 'Buchungsnummer'}>
            <span className="xs">{order ? order.order_id : movement?.transaction_id}</span>
          </Fact>
        )}
        {order?.order_notes.map(({ id: note, date, content }) => (
          <Fact key={note} name={`Notiz, ${formatDateTime(new Date(date))}`}>
            {content}
          </Fact>
        ))}
      </dl>
      {waitsFor(row) && order && <PendingTopup paymentId={order.order_id} />}
      {hasReceipt(row) && order && (
        <ButtonAnchor
          href={documentPaths.receipt(order.order_id)}
          download
          icon={FileDown}
          size="sm"
        >
          Beleg (PDF)
        </ButtonAnchor>
      )}
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="xs">{name}</dt>
    <dd className="num">{children}</dd>
  </div>
);

/** `40 Credits, Bonus vom 18.11.2026`; `20 Credits, gekauft am 29.11.2026` */
const paidWith = ({ source, amount, granted }: Movement['paid_by'][number]) =>
  `${formatCredits(amount)}, ${SOURCE_LABELS[source]} ${formatDate(new Date(granted))}`;

/** What the tax is contained in: what was really paid for the credits, not what they are worth. */
const paidFor = ({ paid, tax }: Order) =>
  paid > 0
    ? `${formatChf(francsToRappen(paid))}, inkl. MwSt. ${formatChf(francsToRappen(tax ?? 0))}`
    : 'Nichts, also ohne MwSt.: bezahlt mit Bonus, Gutschein oder geschenkten Credits';

interface ItemsProps {
  items: Order['items'];
  of: Pick<Order, 'currency' | 'tax'>;
}

/** With its unit, which no column names here. */
const priced = (amount: number, currency: Order['currency']): string =>
  currency === 'CHF' ? price(amount, currency) : formatCredits(amount);

const taxNote = (francs: number, { tax }: ItemsProps['of']) =>
  tax ? (
    <span className="block xs muted num">inkl. MwSt. {formatChf(francsToRappen(francs))}</span>
  ) : null;

const ItemTable = ({ items, of: order }: ItemsProps) => (
  <table className="items">
    <thead>
      <tr>
        <th scope="col">Produkt</th>
        <th scope="col">Artikelnummer</th>
        <th scope="col" className="right">
          Menge
        </th>
        <th scope="col" className="right">
          Einzelpreis
        </th>
        <th scope="col" className="right">
          Total
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={item.item_id}>
          <td className="anywhere">
            {item.product_name}
            {taxNote(item.tax, order)}
          </td>
          <td className="muted">{item.sku}</td>
          <td className="right num">{item.quantity}</td>
          <td className="right num">{priced(item.unit_price, order.currency)}</td>
          <td className="right num strong">{priced(item.total_price, order.currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const ItemList = ({ items, of: order }: ItemsProps) => (
  <ul className="item-list">
    {items.map((item) => (
      <li key={item.item_id}>
        <span className="anywhere">{item.product_name}</span>
        <span className="strong num">{priced(item.total_price, order.currency)}</span>
        <span className="xs muted num">
          {item.quantity} × {priced(item.unit_price, order.currency)} · Artikelnummer {item.sku}
          {taxNote(item.tax, order)}
        </span>
      </li>
    ))}
  </ul>
);
