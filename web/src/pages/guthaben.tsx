import { shownDiscountPercent } from '@samtrot/shared/topups/rules.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BalanceCard } from '../features/guthaben/balance-card.tsx';
import { HistoryList } from '../features/guthaben/history-list.tsx';
import { GiftSums } from '../features/guthaben/history-sums.tsx';
import { type HistoryView, searchOfView, viewFromSearch } from '../features/guthaben/history-view.ts';
import { SuccessOverlay } from '../features/guthaben/success-overlay.tsx';
import { TopupSection } from '../features/guthaben/topup-section.tsx';
import { usePaymentReturn } from '../features/guthaben/use-payment-return.ts';
import { useAccount, useReload } from '../lib/session.ts';
import { useTitle } from '../lib/title.ts';
import '../styles/guthaben.css';
import { Alert } from '../ui/alert.tsx';

export function GuthabenPage() {
  useTitle('Guthaben');
  const account = useAccount();
  const reload = useReload();
  const navigate = useNavigate();
  const view = viewFromSearch(useSearch({ strict: false }));
  const setView = (next: HistoryView) =>
    void navigate({ to: '/guthaben', search: searchOfView(next), resetScroll: false });
  const { checking, arrival } = usePaymentReturn({
    cleanAddress: () => void navigate({ to: '/guthaben', search: {}, replace: true }),
    reload,
  });
  const discount = account.user_meta.benutzerrabatt_prozent;
  return (
    <div className="guthaben-page">
      <div className="page-head">
        <div>
          <h1 className="h1">Guthaben</h1>
          <p>1 Credit = CHF 1.-, alle Preise inkl. MwSt.</p>
        </div>
      </div>
      {checking && (
        <Alert tone="info" live className="checking">
          <p>
            Deine Zahlung wird geprüft. Die Credits erscheinen hier, sobald sie bestätigt ist. Du kannst die Seite ruhig
            verlassen.
          </p>
        </Alert>
      )}
      <div className="grid-12">
        <BalanceCard
          credits={account.credits}
          sums={<GiftSums />}
          discountPercent={shownDiscountPercent(discount)}
          countFrom={arrival ? arrival.balance - arrival.credits : null}
        />
        <TopupSection discount={discount} reloadAccount={reload} />
        <HistoryList view={view} onView={setView} />
      </div>
      {arrival && <SuccessOverlay credits={arrival.credits} balance={arrival.balance} />}
    </div>
  );
}
