import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { getTopupOptions, type TopupOption } from '@samtrot/shared/topups/contract.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { discountPercent as countedDiscount } from '@samtrot/shared/topups/rules.ts';
import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../lib/api/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { keepMethod, lastMethod } from './kept-method.ts';
import { TopupCard } from './topup-card.tsx';
import { TopupDialog } from './topup-dialog.tsx';
import { useTopup } from './use-topup.ts';
import './topup-card.css';

interface Props {
  /** As stored for the account. */
  discount: string;
  account: { balance: Credits; owed: Credits };
  reloadAccount: () => void;
  /** Shows the payments that wait, because no further one is opened before. */
  onTooManyOpen: () => void;
}

/** What was open when the frame took the page away, because the server did not answer (EXP-65). */
let interrupted: { option: TopupOption; method: PaymentMethod | null } | null = null;

export function TopupSection({ discount, account, reloadAccount, onTooManyOpen }: Props) {
  const options = useRead(getTopupOptions, {});
  const [chosen, setChosen] = useState(interrupted?.option ?? null);
  const [method, setMethod] = useState(interrupted?.method ?? null);
  useEffect(() => {
    interrupted = chosen && { option: chosen, method };
    if (chosen) keepMethod(method);
  }, [chosen, method]);
  const { busy, topup } = useTopup({
    onOfferChanged: () => {
      reloadAccount();
      void options.refetch();
    },
    onTooManyOpen,
  });
  const percent = countedDiscount(discount);
  const methods = options.data?.payment_methods ?? [];
  const choose = (option: TopupOption) => {
    setMethod(lastMethod(methods));
    setChosen(option);
  };
  const pay = async (option: TopupOption) => {
    await topup(option, percent, method);
    setChosen(null);
  };
  return (
    <Card className="c8" aria-labelledby="guthaben-topup">
      <CardHead title="Guthaben aufladen" id="guthaben-topup" level="page" />
      {options.data ? (
        <div className="packs">
          {options.data.topup_options.map((option) => (
            <TopupCard
              key={option.id}
              option={option}
              discountPercent={percent}
              account={account}
              onChoose={() => choose(option)}
              disabled={busy}
            />
          ))}
        </div>
      ) : options.isError ? (
        <Alert
          tone="danger"
          live
          action={<Button onClick={() => options.refetch()}>Erneut laden</Button>}
        >
          <p>Die Pakete konnten nicht geladen werden.</p>
        </Alert>
      ) : (
        <SkeletonRegion>
          <div className="packs">
            {[1, 2, 3, 4].map((n) => (
              <div
                key={n}
                className={clsx(
                  'pack pack-wait stack-tight',
                  percent > 0 && 'reduced',
                  account.owed > 0 && 'owing',
                )}
              >
                <Skeleton width="50%" />
                <Skeleton width="70%" height="2rem" />
                <Skeleton width="60%" />
                <Skeleton height="2.75rem" />
              </div>
            ))}
          </div>
        </SkeletonRegion>
      )}
      {!options.isError && (
        <div className="row wrap xs muted pay">
          <Lock className="i" aria-hidden />
          <span>Sichere Zahlung:</span>
          {(options.data ? methods.map(({ name }) => name) : Object.values(PAYMENT_METHODS)).map(
            (name) => (
              // Until it is known what is offered the names only keep the room, so that nothing
              // below moves.
              <span key={name} style={options.data ? undefined : { visibility: 'hidden' }}>
                {name}
              </span>
            ),
          )}
        </div>
      )}
      <TopupDialog
        option={chosen}
        discountPercent={percent}
        account={account}
        methods={methods}
        method={method}
        onMethod={setMethod}
        busy={busy}
        onPay={pay}
        onClose={() => setChosen(null)}
      />
    </Card>
  );
}
