import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { paymentStatus } from '@samtrot/shared/topups/contract.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import { useRead } from '../../lib/api/api.ts';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DropPayment } from './drop-payment.tsx';
import { PartChoice } from './part-choice.tsx';
import type { PaymentView } from './payment-part.ts';
import './history.css';

/**
 * How a payment that waits stands, and the way on: to the page of the provider, the data of the
 * transfer, or a decision.
 */
export function PendingTopup({ paymentId }: { paymentId: string }) {
  const { data, isError } = useRead(paymentStatus, { payment_id: paymentId }, { staleTime: 0 });
  return (
    <div className="sm" aria-live="polite" data-slot="pending-topup">
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

/** The sentence of the server and the step that follows from it (FIX-02). */
export function PaymentWay(payment: PaymentView) {
  const { payment_id, number, sentence, next, transfer, payment_url, part, credits, bonus } =
    payment;
  return (
    <>
      <p className="strong num">{paymentName(number)}</p>
      <p>{sentence}</p>
      {part && (transfer || (next === 'decide' && part.payable)) && (
        <p>
          Zahlst du {formatChf(francsToRappen(part.missing))} nach, bekommst du alle{' '}
          {formatCredits(credits + bonus)}.
        </p>
      )}
      {part && next === 'decide' && (
        <PartChoice
          paymentId={payment_id}
          part={part}
          whole={{ credits, bonus }}
          byTransfer={transfer !== null}
        />
      )}
      {(payment.droppable || transfer || next === 'pay' || next === 'support') && (
        <div className="row wrap">
          {transfer && !part && (
            <ButtonLink to="/guthaben" search={{ slip: payment_id }} size="sm">
              Angaben zur Überweisung
            </ButtonLink>
          )}
          {next === 'pay' && payment_url && (
            <ButtonAnchor href={payment_url} size="sm">
              Zur Zahlung
            </ButtonAnchor>
          )}
          {next === 'support' && (
            <ButtonLink to="/dashboard/kontakt" size="sm">
              Dem Support schreiben
            </ButtonLink>
          )}
          {payment.droppable && <DropPayment paymentId={payment_id} number={number} />}
        </div>
      )}
    </>
  );
}
