import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import * as topups from '../../modules/topups/service.ts';
import * as wallet from '../../modules/wallet/service.ts';
import { type Answer, type Caller, testWorld } from '../world/world.ts';
import { datatransCounterpart } from './datatrans.ts';

export const HOOK = '/webhooks/payments/datatrans';
export const PAGE = 'https://pay.sandbox.datatrans.com/v1/start/';
const API = 'https://api.sandbox.datatrans.com';
export const ACCOUNT = {
  merchantId: '1100012345',
  password: 'gä:heim',
  signKey: '3a4e8b2c9d1f6e7a8b9c0d1e2f3a4b5c',
};

export interface Opened {
  user: Caller;
  id: string;
  ref: string;
  url: string;
}

/**
 * The whole product with Datatrans as its provider, and Datatrans beside it; nothing else is within
 * reach.
 */
export async function datatransWorld(providers = 'datatrans') {
  const world = await testWorld({
    PAYMENT_PROVIDERS: providers,
    DATATRANS_MERCHANT_ID: ACCOUNT.merchantId,
    DATATRANS_PASSWORD: ACCOUNT.password,
    DATATRANS_SIGN_KEY: ACCOUNT.signKey,
    DATATRANS_BASE_URL: API,
    DATATRANS_PAY_URL: new URL(PAGE).origin,
  });
  const datatrans = datatransCounterpart({ ...ACCOUNT, clock: world.clock });
  const inside = world.outside.fetch;
  const network: typeof fetch = (input, init) =>
    (String(input).startsWith(`${API}/`) ? datatrans.fetch : inside)(input, init);
  world.outside.fetch = network;

  const open = async (method?: PaymentMethod, user?: Caller): Promise<Opened> => {
    const payer = user ?? (await world.user());
    const { status, body } = await payer.call(walletTopup, {
      topup_option_id: 2,
      ...(method && { method }),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return {
      user: payer,
      id: body.payment_id,
      url: body.payment_url,
      ref: body.payment_url.split('/').at(-1),
    };
  };
  const notify = (ref: string, notification = datatrans.notification(ref)): Promise<Answer> =>
    world.send('', {
      method: 'POST',
      url: HOOK,
      payload: notification.body,
      headers: notification.headers,
    });

  return {
    world,
    datatrans,
    network,
    open,
    tell: notify,
    /** A credited payment of 100 + 10. */
    async paid(): Promise<Opened> {
      const opened = await open('twint');
      datatrans.pay(opened.ref);
      const { status } = await notify(opened.ref);
      if (status !== 200) throw new Error(`notification: ${status}`);
      return opened;
    },
    rowOf: (id: string) =>
      world.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    paymentsOf: ({ userId }: Caller) =>
      world.db
        .selectFrom('payment')
        .selectAll()
        .where('account_id', '=', userId)
        .orderBy('created_at')
        .execute(),
    creditsOf: ({ userId }: Caller) =>
      world.db.transaction().execute((db) => wallet.balance(db, userId)),
    cases: async () =>
      (await world.db.transaction().execute((db) => topups.openCases(db))).map(({ key }) => key),
    orderRefund: ({ id }: Opened, amount?: number) =>
      world.db.transaction().execute((db) =>
        topups.orderRefund(
          { db, now: world.clock.now(), actor: { kind: 'cli' } },
          {
            paymentId: id,
            reason: 'Kulanz',
            mayOwe: false,
            ...(amount !== undefined && { amount }),
          },
        ),
      ),
    /** After every test: resets the network and returns the defects since. */
    settle(): unknown[] {
      world.outside.fetch = network;
      return world.defects.splice(0);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
