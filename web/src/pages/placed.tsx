import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { useNavigate } from '@tanstack/react-router';
import { PlacedCard } from '../features/inserate/list/placed-card.tsx';
import { planPush } from '../features/inserate/list/plan-push.ts';
import { PlacedPanel } from '../features/placed/placed-panel.tsx';
import type { Placing } from '../features/placed/placing.ts';
import { ConfirmLine } from '../features/profil/confirm-line.tsx';
import type { Account } from '../lib/session/session.ts';
import { toast } from '../ui/toast.tsx';

interface Props {
  account: Account;
  ad: Inserat;
  placing: Placing;
}

/** Home right after an ad was placed; its code comes then. */
export function PlacedHome({ account, ad, placing }: Props) {
  const navigate = useNavigate();
  return (
    <PlacedPanel
      account={account}
      ad={ad}
      placing={placing}
      card={<PlacedCard account={account} ad={ad} />}
      below={<ConfirmLine account={account} />}
      planPush={(push) => planPush(ad.ID, push)}
      onWithdrawn={(message) => {
        toast.success(message);
        void navigate({ to: '/inserate', search: { tab: 'entwurf' } });
      }}
    />
  );
}
