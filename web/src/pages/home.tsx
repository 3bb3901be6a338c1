import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatMoment } from '@samtrot/shared/kernel/format.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { GiftSums } from '../features/guthaben/history-sums.tsx';
import { HintCard } from '../features/home/hint-card.tsx';
import { HoldNotes } from '../features/home/hold-notes.tsx';
import { BalanceCard, InserateCard, OverviewCard } from '../features/home/overview-cards.tsx';
import { displayName, greeting, summary } from '../features/home/rules.ts';
import { DiscountCard, PartnerCard, ViewsCard } from '../features/home/side-cards.tsx';
import { useWelcome } from '../features/home/use-welcome.ts';
import { OfflineCard } from '../features/pause-all/offline-card.tsx';
import { type Placing, placingOf } from '../features/placed/placing.ts';
import { ConfirmLine } from '../features/profil/confirm-line.tsx';
import { EmailUndoNote } from '../features/profil/email-undo-note.tsx';
import { NewLoginNote } from '../features/sicherheit/new-login-note.tsx';
import { AnswerNotes } from '../features/support/answer-notes.tsx';
import { useTitle } from '../lib/page/title.ts';
import { type Account, useAccount } from '../lib/session/session.ts';
import { countsOf } from '../listing/counts.ts';
import { withoutHeld } from '../listing/hold.ts';
import { late } from '../ui/lazy.tsx';
import '../features/home/overview-cards.css';
import './home.css';

const Placed = late<{ account: Account; ad: Inserat; placing: Placing }>(
  () => import('./placed.tsx').then((code) => code.PlacedHome),
  () => ({ wanted: true }),
);

/** With `?aufgegeben=` what became of the ad that was just placed (EXP-20). */
export function HomePage() {
  useTitle('Home');
  const account = useAccount();
  const { aufgegeben }: { aufgegeben?: unknown } = useSearch({ strict: false });
  const placed = placingOf(account, Number(aufgegeben));
  return placed ? (
    <Placed key={placed.ad.ID} account={account} {...placed} />
  ) : (
    <Overview account={account} />
  );
}

function Overview({ account }: { account: Account }) {
  const now = new Date();
  const name = displayName(account.user_meta.nickname, account.user_login);
  useWelcome(name);
  const shown = withoutHeld(account);
  const { banner, clubs } = countsOf(account, now);
  return (
    <div className="page-home">
      <div className="page-head">
        <div style={{ minWidth: 0 }}>
          <h1 className="h1" style={{ overflowWrap: 'anywhere' }}>
            <Link className="greet" to="/profil">
              {greeting(now)}, {name}
              <ChevronRight className="i" aria-hidden />
            </Link>
          </h1>
          <p className="only-desktop">{summary(shown.Inserats, now)}</p>
          <p className="only-mobile xs num">
            Zuletzt aktualisiert: {formatMoment(new Date(account.loaded_at))}
          </p>
        </div>
      </div>
      <div className="grid-12">
        <EmailUndoNote account={account} className="c12" />
        <NewLoginNote />
        <HoldNotes account={account} />
        <ConfirmLine account={account} className="c12" />
        <AnswerNotes account={account} />
        <HintCard account={account} now={now} />
        <OfflineCard />
        <BalanceCard
          credits={account.credits}
          sums={<GiftSums />}
          undecided={account.undecided_payment !== null}
        />
        <InserateCard account={shown} now={now} />
        <OverviewCard title="Banner" counts={banner} list="/banner" create="/banner_neu" />
        <OverviewCard title="Clubs" counts={clubs} list="/clubs" create="/clubs_neu" />
        <DiscountCard account={account} />
        <ViewsCard account={shown} />
        <PartnerCard account={account} />
      </div>
    </div>
  );
}
