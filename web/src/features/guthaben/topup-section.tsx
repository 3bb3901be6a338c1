import { getTopupOptions, type TopupOption } from '@samtrot/shared/topups/contract.ts';
import { discountPercent as countedDiscount } from '@samtrot/shared/topups/rules.ts';
import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { TopupCard } from './topup-card.tsx';
import { TopupDialog } from './topup-dialog.tsx';
import { useTopup } from './use-topup.ts';

/** GUT-04; words, not logos. */
const METHODS = ['TWINT', 'Visa', 'Mastercard', 'PostFinance', 'Apple Pay', 'Samsung Pay'];

interface Props {
  /** As stored for the account. */
  discount: string;
  reloadAccount: () => void;
}

export function TopupSection({ discount, reloadAccount }: Props) {
  const options = useRead(getTopupOptions, {});
  const [chosen, setChosen] = useState<TopupOption | null>(null);
  const { busy, topup } = useTopup(() => {
    reloadAccount();
    void options.refetch();
  });
  const percent = countedDiscount(discount);
  const pay = async (option: TopupOption) => {
    await topup(option, percent);
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
              onChoose={() => setChosen(option)}
              disabled={busy}
            />
          ))}
        </div>
      ) : options.isError ? (
        <Alert tone="danger" live action={<Button onClick={() => options.refetch()}>Erneut laden</Button>}>
          <p>Die Pakete konnten nicht geladen werden.</p>
        </Alert>
      ) : (
        <SkeletonRegion label="Pakete werden geladen">
          <div className="packs">
            {[1, 2, 3, 4].map((n) => (
              <div key={n} className={clsx('pack pack-wait stack-tight', percent > 0 && 'reduced')}>
                <Skeleton width="50%" />
                <Skeleton width="70%" height="2rem" />
                <Skeleton width="60%" />
                <Skeleton height="2.75rem" />
              </div>
            ))}
          </div>
        </SkeletonRegion>
      )}
      <div className="pay">
        <Lock className="i" aria-hidden />
        <span>Sichere Zahlung:</span>
        {METHODS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <TopupDialog option={chosen} discountPercent={percent} busy={busy} onPay={pay} onClose={() => setChosen(null)} />
    </Card>
  );
}
