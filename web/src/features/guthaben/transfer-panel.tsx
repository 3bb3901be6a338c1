import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { SUPPORT_TIMES } from '@samtrot/shared/support/rules.ts';
import { paymentStatus } from '@samtrot/shared/topups/contract.ts';
import { totalCredits } from '@samtrot/shared/topups/rules.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import { FileDown, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRead } from '../../lib/api/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { CopyValue } from './copy-value.tsx';
import { DropPayment } from './drop-payment.tsx';
import { PaymentWay } from './pending-topup.tsx';
import './transfer-panel.css';

interface Props {
  paymentId: string;
  onClose: () => void;
}

/** What somebody needs who pays a top-up by bank transfer. */
export function TransferPanel({ paymentId, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  const { data, isError, isFetching, refetch } = useRead(
    paymentStatus,
    { payment_id: paymentId },
    { staleTime: 0 },
  );
  // A link in the history leads here from far below.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card
      className="below-5 transfer"
      aria-labelledby="guthaben-transfer"
      ref={panel}
      data-slot="transfer-panel"
    >
      <CardHead title="Überweisung" id="guthaben-transfer" level="page">
        <IconButton icon={X} label="Angaben schliessen" tipSide="left" onClick={onClose} />
      </CardHead>
      <div className="transfer-body">
        {data ? (
          <Payment {...data.payment} />
        ) : isError ? (
          <Alert
            tone="danger"
            live
            action={
              <Button busy={isFetching} busyLabel="Wird geladen …" onClick={() => void refetch()}>
                Erneut versuchen
              </Button>
            }
          >
            <p>Die Angaben zur Überweisung konnten nicht geladen werden.</p>
          </Alert>
        ) : (
          <SkeletonRegion>
            <Skeleton height="20rem" />
          </SkeletonRegion>
        )}
      </div>
    </Card>
  );
}

type PaymentView = NonNullable<ReturnType<typeof useRead<typeof paymentStatus>>['data']>['payment'];

function Payment(payment: PaymentView): ReactNode {
  const { status, transfer, sentence } = payment;
  if (status === 'credited') {
    return (
      <Alert tone="success">
        <p>{sentence}</p>
      </Alert>
    );
  }
  if (status !== 'pending' && status !== 'partial') {
    return (
      <Alert tone="warning">
        <p>{sentence} Bitte überweise nichts mehr dafür.</p>
      </Alert>
    );
  }
  if (!transfer) return <PaymentWay {...payment} />;
  const credits = formatCredits(totalCredits(payment));
  const { creditor, iban, reference, amount, slip_url } = transfer;
  return (
    <>
      <p className="strong num">{paymentName(payment.number)}</p>
      {payment.part && <p className="strong">{sentence}</p>}
      <p className="muted">
        Überweise den Betrag mit genau dieser Referenz. Deine {credits} werden gutgeschrieben,
        sobald die Zahlung eingetroffen ist. {SUPPORT_TIMES.transfer}
      </p>
      <dl className="pairs pairs-lined above-4 below-4">
        <CopyValue name="Empfänger" shown={creditor} />
        <CopyValue name="IBAN" shown={inFours(iban)} copied={iban.replace(/\s/g, '')} />
        <CopyValue name="Referenz" shown={reference} copied={reference.replace(/\s/g, '')} />
        <CopyValue
          name="Betrag"
          shown={formatChf(francsToRappen(amount))}
          copied={amount.toFixed(2)}
        />
      </dl>
      <div className="row wrap">
        <ButtonAnchor href={slip_url} icon={FileDown} target="_blank" rel="noopener">
          Einzahlungsschein (PDF)
        </ButtonAnchor>
        {payment.droppable && (
          <DropPayment paymentId={payment.payment_id} number={payment.number} />
        )}
      </div>
    </>
  );
}

/** `CH93 0076 2011 6238 5295 7` */
const inFours = (iban: string) => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
