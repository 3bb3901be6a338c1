import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { useQuery } from '@tanstack/react-query';
import { cartQuery } from '../../lib/api/cart-query.ts';
import type { Account } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';

interface Props {
  account: Account;
  /** The step at which a draft was left. */
  stepOf: (ad: Inserat) => number;
}

/** The way back to the draft that waits for credits, before and after they are there. */
export function WaitingDraft({ account, stepOf }: Props) {
  const { data: cart } = useQuery(cartQuery);
  const ad = account.Inserats.find(({ ID }) => ID === cart?.inserat_id);
  if (!cart || cart.total_credits === 0 || ad?.inserat_status !== 'entwurf') return null;
  const { credits, owed } = account;
  const missing = lackingWithDebt(Math.max(0, cart.total_credits - credits), owed);
  const what = ad.titel ? `«${ad.titel}»` : `Dein Entwurf Nr. ${ad.ID}`;
  return (
    <section
      data-slot="waiting-draft"
      aria-label="Wartet auf Credits"
      style={{ marginBottom: 'var(--space-4)' }}
    >
      <Alert
        tone={missing > 0 ? 'info' : 'success'}
        action={
          <ButtonLink
            to="/rabota/$id"
            params={{ id: String(ad.ID) }}
            search={{ schritt: stepOf(ad) }}
            variant={missing > 0 ? 'secondary' : 'primary'}
          >
            Weiter mit deinem Inserat
          </ButtonLink>
        }
      >
        <p className="num">
          <span className="strong">{what}</span> ({PACKAGES[cart.base_package].title}) kostet{' '}
          {formatCredits(cart.total_credits)}.{' '}
          {missing > 0
            ? `Dafür fehlen noch ${formatCredits(missing)}.`
            : 'Dein Guthaben reicht dafür.'}
        </p>
      </Alert>
    </section>
  );
}
