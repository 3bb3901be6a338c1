import { afterBanner } from '@samtrot/shared/banners/status.ts';
import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { cartQuery } from '../../lib/api/cart-query.ts';
import { DESKTOP, useMediaQuery } from '../../lib/page/media-query.ts';
import { type OrderLeft, orderLeft } from '../../lib/session/order-left.ts';
import type { Account } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';

const GO_ON = {
  inserat: 'Weiter mit deinem Inserat',
  banner: 'Weiter mit deinem Banner',
  club: 'Weiter mit deinem Club',
} as const;

const LEFT = {
  inserat: 'Dein Inserat ist gesichert, so wie du es verlassen hast.',
  banner: 'Dein Banner ist gesichert, so wie du ihn verlassen hast.',
  club: 'Dein Club ist gesichert, so wie du ihn verlassen hast.',
} as const;

/** What waits for credits, and the way back to it. */
export interface WaitingOrder {
  order: OrderLeft;
  says: ReactNode;
  covered: boolean;
}

/**
 * The order that was left to top up, else the draft of the cart; null without either. `leftOf` is
 * the step at which a draft was left, and on a desktop the section.
 */
export function useWaitingOrder(
  account: Account,
  leftOf: (ad: Inserat) => { step: number; hash: string | undefined },
): WaitingOrder | null {
  const { data: cart, isPending } = useQuery(cartQuery);
  const wide = useMediaQuery(DESKTOP);
  const [order] = useState(orderLeft);
  const left = order && stillOpen(account, order) ? order : null;
  if (left && left.kind !== 'inserat')
    return { order: left, says: LEFT[left.kind], covered: false };
  const sectionOf = (draft: Inserat | undefined) => (wide && draft && leftOf(draft).hash) || '';
  const ad = account.Inserats.find(({ ID }) => ID === cart?.inserat_id);
  if (!cart || cart.total_credits === 0 || ad?.inserat_status !== 'entwurf') {
    if (!left || isPending) return null;
    const hash = sectionOf(account.Inserats.find(({ ID }) => ID === left.id));
    return { order: { ...left, hash }, says: LEFT.inserat, covered: false };
  }
  const { credits, owed } = account;
  const missing = lackingWithDebt(Math.max(0, cart.total_credits - credits), owed);
  const what = ad.titel ? `«${ad.titel}»` : `Dein Entwurf Nr. ${ad.ID}`;
  return {
    order: { kind: 'inserat', id: ad.ID, step: leftOf(ad).step, hash: sectionOf(ad) },
    covered: missing === 0,
    says: (
      <>
        <span className="strong">{what}</span> ({PACKAGES[cart.base_package].title}) kostet{' '}
        {formatCredits(cart.total_credits)}.{' '}
        {missing > 0
          ? `Dafür fehlen noch ${formatCredits(missing)}.`
          : 'Dein Guthaben reicht dafür.'}
      </>
    ),
  };
}

/** Whether it can be gone on with: since then it may have been ordered or deleted in the list. */
function stillOpen({ Inserats, Banners, Clubs }: Account, { kind, id }: OrderLeft): boolean {
  if (kind === 'banner')
    return Banners.some(({ ID, status }) => ID === id && afterBanner(status, 'bestellen') !== null);
  return id === null || (kind === 'club' ? Clubs : Inserats).some(({ ID }) => ID === id);
}

/** Before and after the credits are there. */
export function WaitingDraft({ order, says, covered }: WaitingOrder) {
  return (
    <section className="below-4" data-slot="waiting-draft" aria-label="Wartet auf Credits">
      <Alert
        tone={covered ? 'success' : 'info'}
        action={<GoOn {...order} variant={covered ? 'primary' : 'secondary'} />}
      >
        <p className="num">{says}</p>
      </Alert>
    </section>
  );
}

export function GoOn({
  kind,
  id,
  step,
  hash,
  variant,
}: OrderLeft & { variant: 'primary' | 'secondary' }) {
  const label = GO_ON[kind];
  if (id === null)
    return (
      <ButtonLink to="/clubs_neu" variant={variant}>
        {label}
      </ButtonLink>
    );
  const to = {
    inserat: '/rabota/$id',
    banner: '/banner_edit/$id',
    club: '/clubs_edit/$id',
  } as const;
  return (
    <ButtonLink
      to={to[kind]}
      params={{ id: String(id) }}
      search={step === null ? {} : { schritt: step }}
      hash={hash}
      variant={variant}
    >
      {label}
    </ButtonLink>
  );
}
