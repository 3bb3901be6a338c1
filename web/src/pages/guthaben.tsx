import { renewalCredits } from '@samtrot/shared/overview/renewal-rules.ts';
import { afterSettling } from '@samtrot/shared/topups/debt.ts';
import { shownDiscountPercent } from '@samtrot/shared/topups/rules.ts';
import { undecidedTitle } from '@samtrot/shared/topups/status.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BalanceCard } from '../features/guthaben/balance-card.tsx';
import { CouponCard } from '../features/guthaben/coupon-card.tsx';
import { DocumentsCard } from '../features/guthaben/documents-card.tsx';
import { HistoryList } from '../features/guthaben/history-list.tsx';
import { GiftSums } from '../features/guthaben/history-sums.tsx';
import {
  type HistoryView,
  searchOfView,
  viewFromSearch,
} from '../features/guthaben/history-view.ts';
import { PartQuestion } from '../features/guthaben/part-choice.tsx';
import { PendingTopup } from '../features/guthaben/pending-topup.tsx';
import { TopupSection } from '../features/guthaben/topup-section.tsx';
import { TransferPanel } from '../features/guthaben/transfer-panel.tsx';
import { type Arrival, usePaymentReturn } from '../features/guthaben/use-payment-return.ts';
import {
  useWaitingOrder,
  WaitingDraft,
  type WaitingOrder,
} from '../features/guthaben/waiting-draft.tsx';
import { whereLeft } from '../features/inserate/editor/steps/draft-left.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount, useReload } from '../lib/session/session.ts';
import { holdOfAccount, withoutHeld } from '../listing/hold.ts';
import { Alert } from '../ui/alert.tsx';
import { Card, CardHead } from '../ui/card.tsx';
import { lazy } from '../ui/lazy.tsx';
import './guthaben.css';

const SuccessOverlay = lazy<Arrival & { waiting: WaitingOrder | null }>(
  () => import('../features/guthaben/success-overlay.tsx').then((code) => code.SuccessOverlay),
  () => ({ wanted: false }),
);

export function GuthabenPage() {
  useTitle('Guthaben');
  const account = useAccount();
  const held = holdOfAccount(account) !== undefined;
  const reload = useReload();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = viewFromSearch(search);
  const slip = typeof search.slip === 'string' ? search.slip : null;
  const setView = (next: HistoryView) =>
    void navigate({
      to: '/guthaben',
      search: { ...searchOfView(next), ...(slip && { slip }) },
      resetScroll: false,
    });
  const [redeemed, setRedeemed] = useState<Arrival | null>(null);
  const { checking, arrival: paid } = usePaymentReturn({
    cleanAddress: () => void navigate({ to: '/guthaben', search: {}, replace: true }),
    reload,
  });
  const arrival = redeemed ?? paid;
  const { Inserats, Banners } = withoutHeld(account);
  const renewals = renewalCredits(Inserats, Banners, {
    prices: account.prices.banners,
    now: new Date(),
  });
  const waiting = account.undecided_payment;
  const order = useWaitingOrder(account, whereLeft);
  const discount = account.user_meta.benutzerrabatt_prozent;
  return (
    <PartQuestion>
      <div className="guthaben-page">
        <div className="page-head">
          <div>
            <h1 className="h1">Guthaben</h1>
            <p>1 Credit = CHF 1.-, alle Preise inkl. MwSt.</p>
          </div>
        </div>
        {checking && (
          <Alert tone="info" live className="below-4">
            <p>
              Deine Zahlung wird geprüft. Die Credits erscheinen hier, sobald sie bestätigt ist. Du
              kannst die Seite ruhig verlassen.
            </p>
          </Alert>
        )}
        {slip && (
          <TransferPanel
            key={slip}
            paymentId={slip}
            onClose={() =>
              void navigate({ to: '/guthaben', search: searchOfView(view), resetScroll: false })
            }
          />
        )}
        {waiting && waiting.payment_id !== slip && (
          <Card className="below-4" aria-labelledby="guthaben-waiting" data-slot="waiting-payment">
            <CardHead title={undecidedTitle(waiting.status)} id="guthaben-waiting" />
            <PendingTopup paymentId={waiting.payment_id} />
          </Card>
        )}
        {!held && order && <WaitingDraft {...order} covered={order.covered || arrival !== null} />}
        <div className="grid-12">
          <BalanceCard
            credits={account.credits}
            debt={account}
            sums={<GiftSums />}
            renewals={renewals}
            discountPercent={shownDiscountPercent(discount)}
            countFrom={arrival ? arrival.balance - arrival.credits + arrival.settled : null}
          />
          {!held && (
            <>
              <TopupSection
                discount={discount}
                account={{ balance: account.credits, owed: account.owed }}
                reloadAccount={reload}
                onTooManyOpen={() => {
                  setView({ ...view, filter: 'wallet', page: 1 });
                  document.getElementById('guthaben-history')?.scrollIntoView({ block: 'start' });
                }}
              />
              <CouponCard
                onRedeemed={async (arrived) => {
                  const { settles: settled } = afterSettling(
                    { balance: 0, owed: account.owed },
                    arrived.credits,
                  );
                  await reload();
                  setRedeemed({ ...arrived, settled, surplus: 0 });
                }}
              />
            </>
          )}
          <HistoryList view={view} onView={setView} />
          <DocumentsCard />
        </div>
        {arrival && (
          <SuccessOverlay key={arrival.balance} {...arrival} waiting={held ? null : order} />
        )}
      </div>
    </PartQuestion>
  );
}
