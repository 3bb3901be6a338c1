import { bookkeeping, closeMonth, getMonth } from '@samtrot/shared/bookkeeping/contract.ts';
import { isMonth, MOVEMENTS, PRODUCTS } from '@samtrot/shared/bookkeeping/rules.ts';
import { monthName } from '@samtrot/shared/documents/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatCredits, formatDate, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { useParams } from '@tanstack/react-router';
import { Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useList } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { saveFile } from '../save-file.ts';
import { Table } from '../table.tsx';
import { atFields, useChange } from '../use-change.tsx';
import { BookAccounts } from './book-accounts.tsx';
import { MoneyFrame } from './money-frame.tsx';
import { francs } from './money-labels.ts';
import '../customers/customer.css';
import '../page.css';

type Month = Output<typeof getMonth>;
type Report = Month['report'];

/** A month of the books, as the ledger has it (BOF-106). */
export function MonthPage() {
  const { month: asked } = useParams({ strict: false }) as { month?: string };
  const month = asked && isMonth(asked) ? asked : localDate(new Date()).slice(0, 7);
  const query = useList(getMonth, { month });
  return (
    <MoneyFrame tab="monat">
      <Loaded query={query}>{() => <Body key={month} of={query.data!} />}</Loaded>
    </MoneyFrame>
  );
}

function Body({ of }: { of: Month }) {
  const { month, report, closed_at, before, after } = of;
  const { run, busy, dialog } = useChange();
  const [closing, setClosing] = useState(false);
  const state = closed_at ? (
    <Badge tone="success" icon={Lock}>
      Abgeschlossen am {formatDate(new Date(closed_at))}
    </Badge>
  ) : (
    <Badge tone={of.over ? 'warning' : 'info'}>{of.over ? 'Offen' : 'Läuft noch'}</Badge>
  );
  return (
    <>
      <div className="house-head">
        <h2>
          {monthName(month)} {state}
        </h2>
        <div className="house-acts">
          {before && <HouseLink to={`/geld/monat/${before}`}>{monthName(before)}</HouseLink>}
          {after && <HouseLink to={`/geld/monat/${after}`}>{monthName(after)}</HouseLink>}
          {of.may_close && <Button onClick={() => setClosing(true)}>Abschliessen</Button>}
          <Button
            icon={Download}
            busy={busy}
            onClick={() => void run(bookkeeping, { month }, saveFile)}
          >
            Für die Buchhaltung (CSV)
          </Button>
        </div>
      </div>
      <div className="customer-columns">
        <div>
          <Revenue of={report} />
          <Topups of={report} />
          <BookAccounts />
        </div>
        <Balance of={report} month={month} />
      </div>
      {dialog}
      {closing && <ClosingDialog of={of} onClose={() => setClosing(false)} />}
    </>
  );
}

function Revenue({ of: { products } }: { of: Report }) {
  const sum = (key: 'credits' | 'paid' | 'vat') =>
    products.reduce((all, row) => all + Math.round(row[key] * 100), 0) / 100;
  const total = { product: null, credits: sum('credits'), paid: sum('paid'), vat: sum('vat') };
  return (
    <section className="house-panel" aria-label="Erlös">
      <Table
        caption="Erlös nach Produkt"
        rows={[...products, total]}
        keyOf={({ product }) => product ?? 'total'}
        columns={[
          {
            label: 'Produkt',
            names: true,
            // The total has no place among the products: it stays the last row.
            sortBy: ({ product }) => product && PRODUCTS[product],
            cell: ({ product }) => (product === null ? 'Total' : PRODUCTS[product]),
          },
          {
            label: 'Credits',
            number: true,
            sortBy: ({ product, credits }) => product && credits,
            cell: ({ credits }) => formatNumber(credits),
          },
          {
            label: 'Bezahlt CHF',
            number: true,
            sortBy: ({ product, paid }) => product && paid,
            cell: ({ paid }) => francs(paid),
          },
          {
            label: 'MWST CHF',
            number: true,
            sortBy: ({ product, vat }) => product && vat,
            cell: ({ vat }) => francs(vat),
          },
        ]}
      />
      <p className="house-state muted">
        MWST auf das wirklich Bezahlte. Bonus, Gutschein und Rabatt zählen nicht als Zahlung.
      </p>
    </section>
  );
}

const Topups = ({ of }: { of: Report }) => (
  <section className="house-panel" aria-label="Aufladungen">
    {of.topups.length === 0 ? (
      <p className="house-state">Keine Aufladungen.</p>
    ) : (
      <Table
        caption="Aufladungen nach Zahlungsart"
        rows={of.topups}
        keyOf={({ method }) => method}
        columns={[
          {
            label: 'Aufladungen',
            names: true,
            sortBy: ({ method }) => method,
            cell: ({ method }) => method,
          },
          {
            label: 'Anzahl',
            number: true,
            sortBy: ({ count }) => count,
            cell: ({ count }) => formatNumber(count),
          },
          {
            label: 'Credits',
            number: true,
            sortBy: ({ credits }) => credits,
            cell: ({ credits }) => formatNumber(credits),
          },
          {
            label: 'Bezahlt CHF',
            number: true,
            sortBy: ({ paid }) => paid,
            cell: ({ paid }) => francs(paid),
          },
        ]}
      />
    )}
    <dl className="house-facts">
      <div>
        <dt>Zurückbezahlt ({formatNumber(of.refunds.count)})</dt>
        <dd>CHF {francs(of.refunds.amount)}</dd>
      </div>
      <div>
        <dt>Von Banken zurückgebucht ({formatNumber(of.chargebacks.count)})</dt>
        <dd>CHF {francs(of.chargebacks.amount)}</dd>
      </div>
      <div>
        <dt>Gebühren der Anbieter ({formatNumber(of.fees.count)})</dt>
        <dd>CHF {francs(of.fees.amount)}</dd>
      </div>
    </dl>
  </section>
);

function Balance({ of, month }: { of: Report; month: string }) {
  const moved = of.movements.filter(({ paid }) => paid !== 0);
  const [year, number] = month.split('-').map(Number) as [number, number];
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const rows: [string, number][] = [
    [`Am 1.${number}.`, of.opening.paid],
    ...moved.map(({ line, paid }): [string, number] => [MOVEMENTS[line], paid]),
    [`Am ${lastDay}.${number}.`, of.closing.paid],
  ];
  return (
    <section className="house-panel" aria-labelledby="guthaben">
      <h2 id="guthaben">Guthaben, bezahlt (CHF)</h2>
      <dl className="house-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{francs(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="house-state muted">
        Dazu geschenkt: {formatCredits(of.closing.given)} (Bonus, Gutschein, Korrektur).
      </p>
    </section>
  );
}

function ClosingDialog({ of, onClose }: { of: Month; onClose: () => void }) {
  const { run, busy, dialog } = useChange();
  const [problem, setProblem] = useState<string | null>(null);
  const close = async () => {
    const { month, cases } = of;
    const show = (errors: Record<string, string>) => setProblem(Object.values(errors)[0]!);
    if (await run(closeMonth, { month, cases }, undefined, atFields(show))) onClose();
  };
  return (
    <>
      <ConfirmDialog
        open
        title={`${monthName(of.month)} abschliessen?`}
        description="Bericht und CSV bleiben danach, wie sie sind. Eine spätere Korrektur kommt in den nächsten Monat."
        safe="Zurück"
        act="Abschliessen"
        busy={busy}
        onClose={onClose}
        onAct={() => void close()}
      >
        {of.cases.length > 0 && (
          <p>
            Noch offen und im Protokoll genannt: {of.cases.map((id) => `Fall ${id}`).join(', ')}.
          </p>
        )}
        {problem && (
          <Alert tone="danger" live>
            {problem}
          </Alert>
        )}
      </ConfirmDialog>
      {dialog}
    </>
  );
}
