import { refunds } from '@samtrot/shared/money-desk/contract.ts';
import { useList } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import { MoneyFrame } from './money-frame.tsx';
import { type Refund, RefundTable } from './refund-table.tsx';
import '../page.css';

/** What is being paid back, and what went back last. */
export function RefundsPage() {
  const query = useList(refunds, {});
  return (
    <MoneyFrame tab="rueckzahlungen">
      <Loaded query={query}>
        {() => (
          <>
            <Group
              title="Unterwegs"
              empty="Nichts ist zurückzuzahlen."
              rows={query.data!.waiting}
            />
            <Group title="Erledigt" empty="Noch ging nichts zurück." rows={query.data!.done} />
          </>
        )}
      </Loaded>
    </MoneyFrame>
  );
}

const Group = ({ title, empty, rows }: { title: string; empty: string; rows: Refund[] }) => (
  <section className="house-panel" aria-label={title}>
    <h2>{title}</h2>
    {rows.length === 0 ? (
      <p className="house-state">{empty}</p>
    ) : (
      <RefundTable caption={title} rows={rows} />
    )}
  </section>
);
