import { randomUUID } from 'node:crypto';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { SIGNATURE_HEADER, signatureOf } from '../../adapters/payments/sandbox/webhook.ts';
import { creditsGrant } from '../../cli/accounts.ts';
import { type Command, Refusal } from '../../cli/command.ts';
import { paymentsChargeback, paymentsRefund } from '../../cli/payments.ts';
import { hmacHex } from '../../platform/crypto.ts';
import { connect } from '../../platform/db.ts';
import { ad, cantons } from '../listings/inserate.ts';
import { runCommand } from '../world/command.ts';
import type { Owner } from '../world/owners.ts';
import { PASSWORD, type World } from '../world/world.ts';
import { arm, type Fault, POWER_CUT } from './faults.ts';
import type { Books, Operation } from './model.ts';

const MINUTE = 60_000;

/** When a task takes up again what it did not finish. */
const AGAIN_AFTER: { [kind in Operation['kind']]?: number } = {
  deliver: 5 * MINUTE,
  poll: MINUTE,
  carryOut: 16 * MINUTE,
};

interface Reply {
  status: number;
  text: string;
}

/** A call that moved money and got its response in the end. */
export interface Press {
  who: number;
  action: string;
  body: object;
  key: string;
  reply: Reply;
  at: number;
}

/** People who do what the model says, by the calls, webhooks, commands and tasks of the product. */
export function createActors(world: World, owners: readonly Owner[]) {
  const presses: Press[] = [];
  const payments = new Map<string, { id: string; ref: string }>();
  const secret = hmacHex(world.config.sessionSecret, 'sandbox/webhook');

  const send = async (who: number, action: string, body: object, key: string): Promise<Reply> => {
    const headers = { cookie: owners[who]!.cookie, 'idempotency-key': key };
    const { statusCode, body: text } = await world.server.inject({
      method: 'POST',
      url: '/api',
      query: { action },
      headers,
      payload: body,
    });
    return { status: statusCode, text };
  };

  const press = async (
    who: number,
    action: string,
    body: object,
    twice: boolean,
  ): Promise<Reply> => {
    const key = randomUUID();
    const asked = () => persistently(() => send(who, action, body, key));
    const [reply, other] = await Promise.all([asked(), ...(twice ? [asked()] : [])]);
    const kept = [reply!, other ?? reply!].find(({ status }) => status !== 401) ?? reply!;
    // Closing an account ends the session of the second one; everything else is answered the same,
    // byte by byte.
    if (action !== 'delete_account') expect(other ?? reply, 'INV-10').toEqual(reply);
    presses.push({ who, action, body, key, reply: kept, at: world.clock.now().getTime() });
    return kept;
  };

  /** Retries a minute later after a failure of the server, as a client does. */
  async function persistently(attempt: () => Promise<Reply>): Promise<Reply> {
    for (let n = 0; ; n++) {
      const reply = await attempt();
      if (reply.status < 500 || n === 3) return reply;
      world.clock.advance(MINUTE + 1000);
    }
  }

  async function notify(payment: string, times: number): Promise<string> {
    const once = () =>
      persistently(async () => {
        const body = JSON.stringify({
          id: `evt_${randomUUID()}`,
          payment: payments.get(payment)!.ref,
        });
        const signature = signatureOf(secret, body, world.clock.now());
        const answer = await world.send('', {
          method: 'POST',
          url: '/webhooks/payments/sandbox',
          payload: body,
          headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
        });
        return { status: answer.status, text: JSON.stringify(answer.body) };
      });
    const statuses = await Promise.all(
      Array.from({ length: times }, async () => (await once()).status),
    );
    return String(statuses.find((status) => status !== 200) ?? 200);
  }

  /** A command as `npm run samtrot` runs it, in this process. */
  function command(
    which: Command,
    places: string[],
    options: Record<string, string | boolean | undefined>,
  ) {
    return runCommand(world, which, places, options).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Refusal || error instanceof AppError) return 'refused';
        throw error;
      },
    );
  }

  async function perform(operation: Operation, twice: boolean): Promise<string> {
    switch (operation.kind) {
      case 'topup': {
        const reply = await press(
          operation.who,
          'wallet_topup',
          { topup_option_id: operation.option },
          twice,
        );
        const { payment_id: id, payment_url: url } = JSON.parse(reply.text);
        if (reply.status === 200)
          payments.set(operation.payment, { id, ref: url.split('/').at(-1) });
        return outcomeOf(reply);
      }
      case 'coupon':
        return outcomeOf(
          await press(operation.who, 'apply_coupon', { coupon_code: operation.code }, twice),
        );
      case 'place': {
        const body = ad(operation.ad, {
          inserat_typ: operation.package,
          cantons: cantons(operation.regions),
        });
        const reply = await press(operation.who, 'saveInserat', body, twice);
        return reply.status === 200
          ? `200 charged ${JSON.parse(reply.text).charged}`
          : outcomeOf(reply);
      }
      case 'close': {
        const body = { password: PASSWORD };
        const reply = await press(operation.who, 'delete_account', body, twice);
        if (reply.status === 200)
          await persistently(async () => {
            const done = await world.finishDeletions().then(
              () => true,
              () => false,
            );
            return { status: done ? 200 : 500, text: '' };
          });
        return outcomeOf(reply);
      }
      case 'pay': {
        const page = `/sandbox-pay/${payments.get(operation.payment)!.ref}`;
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const choose = () =>
          world.send('', {
            method: 'POST',
            url: page,
            payload: `result=${operation.result}`,
            headers,
          });
        return String((await persistently(async () => ({ ...(await choose()), text: '' }))).status);
      }
      case 'notify':
        return notify(operation.payment, operation.times);
      case 'deliver':
        await world.runTasks('sandbox/notify');
        return 'done';
      case 'poll':
        world.clock.advance(61 * MINUTE);
        await world.runTasks('topups/poll');
        return 'done';
      case 'grant':
        return command(creditsGrant, [owners[operation.who]!.email, String(operation.amount)], {
          reason: 'Kulanz',
        });
      case 'refund': {
        const amount =
          operation.amount === undefined ? undefined : (operation.amount / 100).toFixed(2);
        return command(paymentsRefund, [payments.get(operation.payment)!.id], {
          reason: 'Kulanz',
          owe: operation.owe,
          amount,
        });
      }
      case 'carryOut':
        await world.runTasks('topups/refunds');
        return 'done';
      case 'chargeback': {
        const { id, ref } = payments.get(operation.payment)!;
        if (operation.by === 'operator')
          return command(paymentsChargeback, [id], { reason: 'Brief der Bank' });
        await sql`update sandbox.payment set charged_back = true where id = ${ref} and status = 'paid'`.execute(
          world.db,
        );
        return notify(operation.payment, 1);
      }
    }
  }

  return {
    presses,
    perform,
    send,
    /** Performs it with a fault injected; the client retries. */
    async performBroken(operation: Operation, fault: Fault): Promise<string> {
      const owner = connect(world.url, { role: null, max: 1 });
      const disarm = arm(fault, (backend) =>
        owner.pool.query('select pg_terminate_backend($1)', [backend]),
      );
      try {
        if (!(operation.kind in AGAIN_AFTER)) return await perform(operation, false);
        // A task that broke off does the rest when it is due again.
        await perform(operation, false).catch(() => {});
        disarm();
        world.clock.advance(AGAIN_AFTER[operation.kind]!);
        return await perform(operation, false);
      } finally {
        disarm();
        await owner.db.destroy();
        expect(
          world.defects.splice(0).filter((defect) => !JSON.stringify(defect).includes(POWER_CUT)),
        ).toEqual([]);
      }
    },

    /** What the books of the product say, in the words of the model. */
    async shown(): Promise<object> {
      const ids = owners.map(({ userId }) => userId);
      const { rows: purses } = await sql`
        select coalesce(w.balance, 0)::int as balance, coalesce(-d.balance, 0)::int as owed, s.*, a.closed_at is not null as closed,
               case when a.closed_at is null then (select count(*)::int from payment where account_id = a.id) end as payments
          from account a
          left join ledger_account w on w.owner_id = a.id and w.kind = 'wallet'
          left join ledger_account d on d.owner_id = a.id and d.kind = 'debt',
          lateral (select coalesce(sum(amount) filter (where kind = 'bonus'), 0)::int as bonus,
                          coalesce(sum(amount) filter (where kind = 'coupon'), 0)::int as coupon,
                          coalesce(sum(amount) filter (where kind = 'order'), 0)::int as spent
                     from ledger_transfer where chain = w.id) s
         where a.id = any(${ids}) order by a.id`.execute(world.db);
      const { rows } = await sql<{ id: string; status: string }>`
        select p.id, p.status from payment p where p.account_id = any(${ids})`.execute(world.db);
      const { rows: ads } = await sql<{
        id: number;
        package: string;
        regions: number;
        booked: Date;
      }>`
        select i.id, b.package, b.paid_regions as regions, b.created_at as booked
          from inserat i join booking b on b.id = i.booking_id join account a on a.id = i.account_id
         where i.account_id = any(${ids}) and a.closed_at is null`.execute(world.db);
      const statusOf = new Map(rows.map(({ id, status }) => [id, STATUS[status]]));
      return {
        purses,
        ads: Object.fromEntries(
          ads.map(({ id, booked, ...ad }) => [id, { ...ad, bookedAt: new Date(booked).getTime() }]),
        ),
        payments: Object.fromEntries(
          [...payments].map(([name, { id }]) => [name, statusOf.get(id)]).toSorted(),
        ),
      };
    },
  };
}
export type Actors = ReturnType<typeof createActors>;

/** What the model says, in the shape of `shown`. */
export const expected = ({ purses, payments, ads }: Books) => ({
  purses: purses.map((purse, who) => ({
    ...purse,
    payments: purse.closed
      ? null
      : [...payments.values()].filter((payment) => payment.who === who).length,
  })),
  payments: Object.fromEntries(
    [...payments].map(([name, { status }]) => [name, status]).toSorted(),
  ),
  ads: Object.fromEntries(
    [...ads]
      .filter(([, { owner }]) => !purses[owner]!.closed)
      .map(([id, { owner: _, ...ad }]) => [id, ad]),
  ),
});

const STATUS: Record<string, string> = {
  erstellt: 'open',
  offen: 'open',
  gutgeschrieben: 'credited',
  teilbezahlt: 'part',
  abweichend: 'astray',
  abgelehnt: 'over',
  abgebrochen: 'over',
  verfallen: 'over',
  gescheitert: 'over',
  zurueckbezahlt: 'gone',
  erstattet: 'gone',
  rueckbelastet: 'gone',
};

function outcomeOf({ status, text }: Reply): string {
  return status === 200 ? '200' : `${status} ${JSON.parse(text).code}`;
}
