import type { Cart } from '@samtrot/shared/cart/contract.ts';
import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cartQuery } from '../lib/api/cart-query.ts';
import { useAccount } from '../lib/session/session.ts';
import './mini-cart.css';

/**
 * The ad that waits to be ordered, with its price and the way back to it (FRM-15). Nothing when
 * there is none or it is not known.
 */
export function MiniCart({ onLeave }: { onLeave: (() => void) | undefined }) {
  const client = useQueryClient();
  const { Inserats, loaded_at } = useAccount();
  const { data: cart, dataUpdatedAt } = useQuery(cartQuery);
  const known = dataUpdatedAt > 0;
  // What changed the account, such as an order or a deleted ad, may have changed the cart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer account is a reason
  useEffect(() => {
    if (known)
      void client.invalidateQueries({ queryKey: cartQuery.queryKey }, { cancelRefetch: false });
  }, [loaded_at]);
  if (!cart) return null;
  const listed = Inserats.some(({ ID }) => ID === cart.inserat_id);
  const link = {
    className: 'link sm link-target',
    activeOptions: { exact: true },
    onClick: onLeave,
  };
  return (
    <section className="minicart" data-slot="mini-cart" aria-label="Warenkorb">
      <div className="between">
        <span className="sm strong">Warenkorb</span>
        <span className="sm num strong">{formatCredits(cart.total_credits)}</span>
      </div>
      <p className="xs muted">{contents(cart)}</p>
      {listed ? (
        <Link to="/rabota/$id" params={{ id: String(cart.inserat_id) }} {...link}>
          Weiter bearbeiten
        </Link>
      ) : (
        // An ad that was never saved is the one that a new ad begins with.
        <Link to="/rabota" {...link}>
          Weiter bearbeiten
        </Link>
      )}
    </section>
  );
}

/** `1 Woche Premium, 3 Extras` */
function contents(cart: Cart): string {
  const others = cart.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const extras = cart.extra_regions + cart.extra_categories + others;
  const title = PACKAGES[cart.base_package].title;
  return extras === 0 ? title : `${title}, ${extras} ${extras === 1 ? 'Extra' : 'Extras'}`;
}
