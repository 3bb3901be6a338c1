import { paymentStatus } from '@samtrot/shared/topups/contract.ts';
import { useRead } from '../../lib/api.ts';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The way back to a payment that waits: to the page of the provider, or to the data of the bank transfer. */
export function PendingTopup({ paymentId }: { paymentId: string }) {
  const { data, isError } = useRead(paymentStatus, { payment_id: paymentId }, { staleTime: 0 });
  return (
    <div className="pending-topup" aria-live="polite">
      {data ? (
        <PaymentWay {...data.payment} />
      ) : isError ? (
        <p>Wie es um die Zahlung steht, konnte nicht geladen werden.</p>
      ) : (
        <Skeleton width="12rem" height="2.75rem" />
      )}
    </div>
  );
}

type Payment = NonNullable<ReturnType<typeof useRead<typeof paymentStatus>>['data']>['payment'];

/** Where a payment that waits is paid. */
export function PaymentWay({ payment_id, status, transfer, payment_url }: Payment) {
  if (status !== 'pending')
    return <p>Diese Zahlung wartet nicht mehr. Aktualisiere die Daten, um ihren Stand zu sehen.</p>;
  if (transfer) {
    return (
      <ButtonLink to="/guthaben" search={{ slip: payment_id }} size="sm">
        Angaben zur Überweisung
      </ButtonLink>
    );
  }
  if (payment_url) {
    return (
      <ButtonAnchor href={payment_url} size="sm">
        Zur Zahlung
      </ButtonAnchor>
    );
  }
  return (
    <p>Die Zahlungsseite ist abgelaufen. Hast du schon bezahlt, kommen die Credits von selbst; sonst lade neu auf.</p>
  );
}
