import { discountAt } from '@samtrot/shared/accounts/discount-rules.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { folded } from '@samtrot/shared/kernel/text.ts';
import { reachOf } from '@samtrot/shared/media/rules.ts';
import type * as contract from '@samtrot/shared/overview/contract.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Database } from '../../platform/db.ts';
import { together } from '../../platform/together.ts';
import * as accounts from '../accounts/service.ts';
import * as banners from '../banners/service.ts';
import * as catalogue from '../catalogue/service.ts';
import * as clubs from '../clubs/service.ts';
import * as receipts from '../delivery-receipts/service.ts';
import * as holds from '../holds/service.ts';
import * as inserate from '../inserate/service.ts';
import * as moderation from '../moderation/service.ts';
import * as partners from '../partners/service.ts';
import * as statistics from '../statistics/service.ts';
import * as support from '../support/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import { excerptOf } from './excerpt.ts';
import { nextSteps, openSteps } from './steps.ts';
import * as store from './store.ts';

type State = Output<typeof contract.state>['state'];
type Account = Extract<State, { user_id: number }>;

const flag = (on: boolean) => (on ? ('true' as const) : ('false' as const));

export interface StateRules {
  /** Ads need a confirmed address. */
  requireConfirmedEmail: boolean;
}

/** Returns the partner websites for visitors, and the whole account for an advertiser (FRM-34). */
export async function loadState(ctx: Ctx, rules: StateRules): Promise<State> {
  if (ctx.actor.kind === 'visitor') return { webseiten: await partners.onlineWebsites(ctx.db) };
  const { userId } = ctx.actor;
  const db = together(ctx.db);
  const at = { ...ctx, db };
  const [
    account,
    credits,
    debt,
    inserats,
    ownBanners,
    ownClubs,
    lists,
    prices,
    ownHolds,
    changes,
    websites,
    undecided,
    pendingEmail,
    undoUntil,
    newsletter,
    wasPlaced,
    open,
    week,
    threads,
    adPages,
  ] = await Promise.all([
    accounts.getAccount(db, userId),
    wallet.balance(db, userId),
    debtOf(at, userId),
    inserate.listOwn(at, userId),
    banners.listOwn(at, userId),
    clubs.listOwn(at, userId),
    catalogue.choicesAt(at),
    catalogue.pricesAt(at),
    holds.ownHolds(at, userId),
    moderation.changesOf(db, userId),
    partners.showingWebsites(db),
    topups.findUndecided(db, userId),
    accounts.pendingEmail(db, userId, ctx.now),
    accounts.emailUndoUntil(db, userId, ctx.now),
    accounts.newsletterState(at, userId),
    inserate.wasEverPlaced(db, userId),
    openSteps(at, userId),
    statistics.lastWeek(at, userId),
    support.unreadThreads(db, userId),
    receipts.firstPages(db, userId, ctx.now),
  ]);
  const waits =
    changes.some(({ state: how }) => how === 'waiting') ||
    ownHolds.some(({ first, kind, released_at }) => first && kind === 'waiting' && !released_at);
  return {
    user_id: userId,
    user_login: account.username,
    user_email: account.email,
    email_confirmed: account.email_confirmed_at !== null,
    email_required: rules.requireConfirmedEmail,
    pending_email: pendingEmail,
    email_undo_until: undoUntil?.toISOString() ?? null,
    newsletter_state: newsletter,
    user_meta: {
      nickname: account.nickname,
      benutzerrabatt_prozent: String(discountAt(account, ctx.now)),
      expiry_alert: flag(account.expiry_alert),
      disable_messages: flag(account.disable_messages),
      newsletter: flag(account.newsletter),
    },
    switched_off: account.switched_off,
    offline_at: account.offline_at?.toISOString() ?? null,
    credits,
    ...debt,
    undecided_payment: undecided && shownOf(undecided),
    newcomer: !wasPlaced,
    next_steps: nextSteps(ctx.now, {
      ...open,
      holds: ownHolds,
      ads: inserats,
      credits,
      owed: debt.owed,
      owedSince: debt.owed_for?.date ?? null,
      undecided,
      emailConfirmed: account.email_confirmed_at !== null,
      emailRequired: rules.requireConfirmedEmail,
    }),
    week,
    Inserats: inserats.map((ad) => ({
      ...ad,
      beschreibung: excerptOf(plainText(ad.beschreibung)),
    })),
    Banners: ownBanners,
    Clubs: ownClubs.map((club) => ({ ...club, beschreibung: excerptOf(club.beschreibung) })),
    holds: ownHolds,
    changes,
    review_promise: waits ? await moderation.promise(ctx) : null,
    unread_threads: threads,
    webseiten: websites.map(({ id, name, url, accepts }) => ({
      id,
      name,
      url,
      accepts,
      status: 'on' as const,
    })),
    rating_reach: reachOf(websites.map(({ accepts }) => accepts)),
    ad_pages: adPages,
    ...lists,
    loaded_at: ctx.now.toISOString(),
    prices,
  };
}

/** The ads or clubs of the caller whose descriptions hold these words, whatever the case. */
export async function searchTexts(
  ctx: Ctx<Actors['user']>,
  { kind, q }: Input<typeof contract.searchTexts>,
): Promise<number[]> {
  const words = folded(q.trim());
  const { userId } = ctx.actor;
  const texts =
    kind === 'inserat'
      ? await inserate.descriptionsOf(ctx, userId)
      : await clubs.descriptionsOf(ctx, userId);
  return texts.flatMap(({ id, text }) => (folded(text).includes(words) ? id : []));
}

const shownOf = ({ payment_id, number, status, sentence, next }: topups.Undecided) => ({
  payment_id,
  number,
  status,
  sentence,
  next,
});

/** The account's debt with its reason and start. */
async function debtOf({ db }: Ctx, userId: number): Promise<Pick<Account, 'owed' | 'owed_for'>> {
  const owed = await wallet.owed(db, userId);
  const began = owed > 0 ? await wallet.debtStart(db, userId) : undefined;
  const reason = began && (await topups.reasonOf(db, began.cause));
  if (!began || !reason) return { owed, owed_for: null };
  const { kind, amount } = reason;
  return {
    owed,
    owed_for: {
      reason: kind === 'rueckbelastung' ? 'chargeback' : 'refund',
      date: began.at.toISOString(),
      amount: rappenToFrancs(amount),
    },
  };
}

/**
 * Reconciles the ledger with itself and with payments, coupons and orders. Reads one snapshot, so
 * it may run beside a working server.
 */
export async function checkBooks(db: Database): Promise<wallet.LedgerReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (sql) => {
      await store.raiseStatementTimeout(sql);
      const ledger = await wallet.checkLedger(sql);
      const findings = [
        ...(await store.paymentsAgainstLedger(sql)),
        ...(await store.paidAgainstPayments(sql)),
        ...(await store.refundsAgainstLedger(sql)),
        ...(await store.couponsAgainstLedger(sql)),
        ...(await store.wrongCouponUses(sql)),
        ...(await store.ordersAgainstLedger(sql)),
        ...(await store.returnsAgainstLedger(sql)),
        ...(await store.closedAgainstLedger(sql)),
      ];
      const problems = [...ledger.problems, ...findings.map(wallet.describeFinding)];
      return { ...ledger, ok: problems.length === 0, problems };
    });
}
