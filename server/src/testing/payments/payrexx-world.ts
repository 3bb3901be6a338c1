import { paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import * as topups from '../../modules/topups/service.ts';
import * as wallet from '../../modules/wallet/service.ts';
import { type Caller, START, testWorld } from '../world/world.ts';
import { type Booked, payrexxCounterpart } from './payrexx.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const HOOK = '/webhooks/payments/payrexx';
export const SIGNING_KEY = 'ein-schluessel-des-webhooks';
const API_SECRET = 'das-geheimnis-der-instanz';

/** The whole product with Payrexx alone, and Payrexx as its counterpart plays it. */
export async function payrexxWorld() {
  const settings = {
    PAYMENT_PROVIDERS: 'payrexx',
    PAYREXX_INSTANCE: 'samtrot-demo',
    PAYREXX_API_SECRET: API_SECRET,
    PAYREXX_WEBHOOK_SECRET: SIGNING_KEY,
    PAYREXX_BASE_URL: 'https://api.payrexx.example/v1.16/',
  };
  const world = await testWorld(settings);
  let now = () => START;
  const counterpart = (apiSecret: string) =>
    payrexxCounterpart({
      baseUrl: 'https://api.payrexx.example/v1.16',
      instance: 'samtrot-demo',
      apiSecret,
      signingKey: SIGNING_KEY,
      now: () => now(),
    });
  now = world.clock.now;
  const payrexx = counterpart(API_SECRET);
  world.outside.fetch = (url, init) => {
    if (!payrexx.isAsked(url)) throw new Error(`nobody else is asked: ${String(url)}`);
    return payrexx.fetch(url, init);
  };

  const inTransaction = <T>(
    work: (ctx: { db: Parameters<typeof wallet.balance>[0]; now: Date }) => Promise<T>,
  ) => world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
  const post = (payload: string, headers: Record<string, string>) =>
    world.send('', { method: 'POST', url: HOOK, payload, headers });

  return {
    world,
    payrexx,
    post,
    inTransaction,
    /** A payment of 100 credits + 10 bonus whose page is open. */
    async opened(method?: PaymentMethod) {
      const user = await world.user();
      const { body } = await user.call(walletTopup, {
        topup_option_id: 2,
        ...(method && { method }),
      });
      const row = await world.db
        .selectFrom('payment')
        .select('provider_ref as ref')
        .where('id', '=', body.payment_id)
        .executeTakeFirstOrThrow();
      return {
        user,
        id: body.payment_id as string,
        url: body.payment_url as string,
        gateway: Number(row.ref),
      };
    },
    /** The webhook about it arrives. */
    notify(transaction: Booked) {
      const { body, headers } = payrexx.webhook(transaction);
      return post(body, headers);
    },
    view: async (user: Caller, payment_id: string) =>
      (await user.call(paymentStatus, { payment_id })).body,
    credits: (user: Caller) => inTransaction(({ db }) => wallet.balance(db, user.userId)),
    statusOf: async (id: string) =>
      (
        await world.db
          .selectFrom('payment')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status,
    cases: async () =>
      (await inTransaction(({ db }) => topups.openCases(db))).map(({ key }) => key),
    async poll(): Promise<void> {
      world.clock.advance(61 * MINUTE);
      await world.runTasks('topups/poll');
    },
    async compare(): Promise<void> {
      world.clock.advance(25 * HOUR);
      await world.runTasks('topups/reconcile');
    },
  };
}
