import {
  formatChf,
  formatCredits,
  formatDateTime,
  formatNumber,
} from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { payment } from '@samtrot/shared/money-desk/contract.ts';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useList, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { MoneyFrame } from './money-frame.tsx';
import { TONES } from './money-labels.ts';
import { Technical } from './money-technical.tsx';
import { type Payment, RefundDialog } from './refund-dialog.tsx';
import { RefundTable } from './refund-table.tsx';
import '../page.css';

const chf = (francs: number) => formatChf(francsToRappen(francs));

/** A payment: what came, what it gave, what went back, and «Zurückzahlen» (BOF-92, BOF-97). */
export function PaymentPage() {
  const { payment: id } = useParams({ strict: false }) as { payment: string };
  const query = useList(payment, { payment_id: id });
  return (
    <MoneyFrame tab="zahlungen">
      <HouseLink to="/geld/zahlungen" className="house-back">
        Alle Zahlungen
      </HouseLink>
      <section className="house-panel" aria-labelledby="zahlung">
        <h2 id="zahlung">Zahlung {id}</h2>
        <Loaded query={query}>{() => <Body key={id} of={query.data!} />}</Loaded>
      </section>
    </MoneyFrame>
  );
}

function Body({ of }: { of: Payment }) {
  const { rights } = useMe();
  const [asking, setAsking] = useState(false);
  const { payment: row } = of;
  const facts: [string, string][] = [
    ['Eröffnet', formatDateTime(new Date(row.at))],
    ['Weg', row.method],
    [
      'Bestellt',
      `${chf(row.asked)} für ${formatNumber(of.credits)}${of.bonus > 0 ? ` + ${of.bonus} Bonus` : ''}${
        of.discount_percent > 0 ? `, ${of.discount_percent} % Rabatt` : ''
      }`,
    ],
    ['Erhalten', row.paid === null ? 'nichts' : chf(row.paid)],
    ['Gutgeschrieben', row.credited === 0 ? 'nichts' : formatCredits(row.credited)],
    ['Zurückbezahlt', row.returned === 0 ? 'nichts' : chf(row.returned)],
    ['Gebühr', row.fee === null ? 'nicht bekannt' : chf(row.fee)],
    ['Beleg', row.receipt ?? '–'],
  ];
  return (
    <>
      <dl className="house-facts">
        <div>
          <dt>Status</dt>
          <dd>
            <Badge tone={TONES[row.group]}>{row.status}</Badge>
          </dd>
        </div>
        {row.account && (
          <div>
            <dt>Kundin</dt>
            <dd>
              <HouseLink to={`/kundinnen/${row.account.account_id}/zahlungen`}>
                {row.account.name}, {row.account.account_id}
              </HouseLink>
            </dd>
          </div>
        )}
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="house-state house-text">
        {of.cases.map((id) => (
          <HouseLink key={id} to={`/geld/faelle/${id}`}>
            Fall {id} ansehen
          </HouseLink>
        ))}
        {rights.includes('money.refund') &&
          (of.refusal === null ? (
            <Button onClick={() => setAsking(true)}>Zurückzahlen</Button>
          ) : (
            <p className="muted">{of.refusal}</p>
          ))}
        <Technical of={of.technical} />
      </div>
      {of.refunds.length > 0 && <RefundTable caption="Was zurückging" rows={of.refunds} />}
      {asking && <RefundDialog of={of} onClose={() => setAsking(false)} />}
    </>
  );
}
