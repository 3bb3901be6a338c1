import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatMoment } from '@samtrot/shared/kernel/format.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { GiftSums } from '../features/guthaben/history-sums.tsx';
import { HoldNotes } from '../features/home/hold-notes.tsx';
import { DiscreetCard, NewcomerCards } from '../features/home/newcomer-cards.tsx';
import { BalanceCard, InserateCard, OverviewCard } from '../features/home/overview-cards.tsx';
import { displayName, doneText, greeting, hintTitle, summary } from '../features/home/rules.ts';
import { DiscountCard, PartnerCard } from '../features/home/side-cards.tsx';
import { WelcomePanel } from '../features/home/welcome-panel.tsx';
import { YesterdayCard } from '../features/home/yesterday-card.tsx';
import { whereLeft } from '../features/inserate/editor/steps/draft-left.ts';
import { OfflineCard } from '../features/pause-all/offline-card.tsx';
import { type Placing, placingOf } from '../features/placed/placing.ts';
import { ConfirmLine } from '../features/profil/confirm-line.tsx';
import { EmailUndoNote } from '../features/profil/email-undo-note.tsx';
import { NewLoginNote } from '../features/sicherheit/new-login-note.tsx';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import { useTitle } from '../lib/page/title.ts';
import { type Account, useAccount } from '../lib/session/session.ts';
import { welcome } from '../lib/session/welcome.ts';
import { countsOf, statusCounts } from '../listing/counts.ts';
import { lazy } from '../ui/lazy.tsx';
import { HomeSteps } from './home-steps.tsx';
import './home.css';

const Placed = lazy<{ account: Account; ad: Inserat; placing: Placing }>(
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
  const { next_steps: steps } = account;
  const urgent = steps.some(({ kind }) => kind === 'hold');
  useEffect(() => {
    if (!urgent) welcome(name);
  }, [name, urgent]);
  const counts = countsOf(account, now);
  const today = steps.filter((step) => step.today).length;
  return (
    <div className="page-home">
      <div className="page-head">
        <div className="grow">
          <h1 className="h1 anywhere">
            <Link className="hit greet" to="/profil" title="Zum Profil">
              {greeting(now)}, {/* A long name goes to a line of its own before it is broken. */}
              <span style={{ display: 'inline-block', maxWidth: '100%' }}>{name}</span>
              <ChevronRight className="i" aria-hidden />
            </Link>
          </h1>
          {!account.newcomer && <p>{summary(counts.inserate.aktiv, today)}</p>}
          <p className="only-mobile xs num">
            Zuletzt aktualisiert: {formatMoment(new Date(account.loaded_at))}
          </p>
        </div>
      </div>
      {account.newcomer ? (
        <Newcomer account={account} counts={counts} now={now} name={name} />
      ) : (
        <Regular account={account} counts={counts} now={now} />
      )}
    </div>
  );
}

interface PartProps {
  account: Account;
  counts: ReturnType<typeof countsOf>;
  now: Date;
}

/** The reminder where it is no line of the steps already (EXP-29). */
const Notes = ({ account, quiet }: { account: Account; quiet: boolean }) => (
  <>
    <EmailUndoNote account={account} />
    <NewLoginNote />
    <HoldNotes account={account} />
    {quiet && <ConfirmLine account={account} />}
  </>
);

/** Somebody who has never placed an ad (EXP-30 to EXP-32). */
function Newcomer({ account, counts, now, name }: PartProps & { name: string }) {
  const wide = useMediaQuery(DESKTOP);
  const undecided = account.undecided_payment !== null;
  // A banner or a club may be online without an ad.
  const online = counts.banner.aktiv + counts.clubs.aktiv;
  const draft = account.Inserats.filter(
    ({ inserat_status }) => inserat_status === 'entwurf',
  ).toSorted((a, b) => Date.parse(b.saved_at ?? '') - Date.parse(a.saved_at ?? ''))[0];
  const left = draft && whereLeft(draft);
  const begun =
    draft && left ? { id: draft.ID, ...left, hash: wide ? left.hash : undefined } : null;
  const others = account.next_steps.filter(
    ({ kind, id }) => kind !== 'email' && (kind !== 'draft' || id !== String(draft?.ID)),
  );
  return (
    <div className="cards">
      <WelcomePanel name={name} begun={begun} undecided={undecided} />
      {others.length > 0 && (
        <HomeSteps account={account} now={now} steps={others} title="Ausserdem" />
      )}
      <Notes account={account} quiet />
      {(account.offline_at !== null || online > 0) && <OfflineCard />}
      <DiscreetCard />
      <NewcomerCards account={account} counts={counts} sums={<GiftSums />} />
      <div className="split home-pair">
        <DiscountCard account={account} />
        <PartnerCard account={account} title="Hier erscheint dein Inserat" />
      </div>
    </div>
  );
}

/** What waits, then yesterday, then what there is (EXP-33 to EXP-37). */
function Regular({ account, counts, now }: PartProps) {
  const { inserate: ads, banner: banners, clubs } = counts;
  // Held ads exist, though they count nowhere.
  const title = hintTitle(statusCounts(account.Inserats.map((ad) => ad.inserat_status)));
  const undecided = account.undecided_payment !== null;
  return (
    <div className="split split-aside wide align-start">
      <div className="cards">
        <HomeSteps
          account={account}
          now={now}
          title={title}
          steps={account.next_steps}
          rest={{
            topup: !undecided,
            first: title === 'Willkommen',
            text: doneText(title),
          }}
        />
        <Notes account={account} quiet={!account.next_steps.some(({ kind }) => kind === 'email')} />
        <YesterdayCard week={account.week} more={figuresOf(account)} />
        <InserateCard account={account} now={now} counts={ads} />
        <div className="split">
          <OverviewCard title="Banner" counts={banners} list="/banner" create="/banner_neu" />
          <OverviewCard title="Clubs" counts={clubs} list="/clubs" create="/clubs_neu" />
        </div>
      </div>
      <div className="cards">
        <BalanceCard credits={account.credits} sums={<GiftSums />} undecided={undecided} />
        <DiscountCard account={account} />
        <OfflineCard />
        <PartnerCard account={account} title="Partner-Webseiten" />
      </div>
    </div>
  );
}

/** The figures of the only ad that is online; of several they stand with each in the list. */
function figuresOf({ Inserats }: Account): Parameters<typeof YesterdayCard>[0]['more'] {
  const running = Inserats.filter(({ inserat_status }) => inserat_status === 'aktiv');
  return running.length === 1
    ? {
        label: 'Statistik',
        to: '/zustellung/$kind/$id',
        params: { kind: 'inserat', id: String(running[0]!.ID) },
        search: { teil: 'statistik' },
      }
    : { label: 'Je Inserat', to: '/inserate' };
}
