import type { Movement } from '@samtrot/shared/history/contract.ts';
import { formatNumber } from '@samtrot/shared/kernel/money.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { formatDay, formatTime } from '../../lib/format.ts';
import { DESKTOP, useMediaQuery } from '../../lib/media-query.ts';
import { transactionsQuery } from '../../lib/transactions-query.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import '../../styles/history.css';

const SHOWN = 10;

/** The newest movements of the wallet with the balance after each (GUT-56). */
export function HistoryList() {
  const { data, isError, isFetching, refetch } = useQuery(transactionsQuery);
  return (
    <Card flush className="c12 history" aria-labelledby="guthaben-history">
      <div className="hist-head">
        <h2 className="h2" id="guthaben-history">
          Letzte Bewegungen
        </h2>
      </div>
      {data ? (
        <Movements movements={data.wallet_transactions.slice(0, SHOWN)} />
      ) : isError ? (
        <div className="hist-note">
          <Alert
            tone="danger"
            live
            action={
              <Button busy={isFetching} busyLabel="Wird geladen …" onClick={() => void refetch()}>
                Erneut laden
              </Button>
            }
          >
            <p>Deine Bewegungen konnten nicht geladen werden.</p>
          </Alert>
        </div>
      ) : (
        <SkeletonRegion label="Bewegungen werden geladen" className="hist-note">
          {[1, 2, 3, 4, 5].map((n) => (
            <Skeleton key={n} height="2.5rem" />
          ))}
        </SkeletonRegion>
      )}
    </Card>
  );
}

function Movements({ movements }: { movements: readonly Movement[] }) {
  const desktop = useMediaQuery(DESKTOP);
  if (movements.length === 0) {
    return (
      <EmptyState title="Keine Transaktionen gefunden">
        Sobald du Guthaben auflädst oder ausgibst, steht es hier.
      </EmptyState>
    );
  }
  return desktop ? <MovementTable movements={movements} /> : <MovementRows movements={movements} />;
}

function MovementTable({ movements }: { movements: readonly Movement[] }) {
  return (
    <table className="table" data-slot="table" aria-labelledby="guthaben-history">
      <thead>
        <tr>
          <th scope="col">Datum</th>
          <th scope="col" className="wide">
            Beschreibung
          </th>
          <th scope="col" className="r">
            Betrag
          </th>
          <th scope="col" className="r">
            Guthaben danach
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <tr key={movement.transaction_id}>
            <td className="nowrap num">
              {formatDay(new Date(movement.date))}
              <span className="xs muted time">{formatTime(new Date(movement.date))}</span>
            </td>
            <td className="desc">{movement.details}</td>
            <td className={amountClass(movement, 'r')}>{amount(movement)}</td>
            <td className="r num nowrap">{formatNumber(movement.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MovementRows({ movements }: { movements: readonly Movement[] }) {
  return (
    <ul className="hist-m">
      {movements.map((movement) => (
        <li key={movement.transaction_id}>
          <span className="strong desc">{movement.details}</span>
          <span className={amountClass(movement)}>{amount(movement)}</span>
          <span className="xs muted num">
            {formatDay(new Date(movement.date))}, {formatTime(new Date(movement.date))}
          </span>
          <span className="xs muted num">Guthaben {formatNumber(movement.balance)}</span>
        </li>
      ))}
    </ul>
  );
}

const amountClass = ({ type }: Movement, more?: string) => clsx('amount num nowrap', type === 'credit' && 'plus', more);

const amount = ({ type, amount }: Movement) => `${type === 'credit' ? '+' : '−'}\u00a0${formatNumber(amount)}`;
