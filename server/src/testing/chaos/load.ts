import { randomUUID } from 'node:crypto';
import { ad } from '../listings/inserate.ts';
import { pick } from '../process/random.ts';

interface Reply {
  status: number;
  text: string;
  cookie: string;
}

/** The final response to a client, and its request. */
interface Press {
  action: string;
  key: string;
  body: string;
  reply: Reply;
}

/** The responses to one advertiser; the books have to agree with them. */
export interface Story {
  userId: number;
  email: string;
  /** Ads answered as placed, with what was charged, and ads refused. */
  placed: Map<number, number>;
  refused: Set<number>;
  /** Credits of vouchers answered as redeemed. */
  coupons: number;
  presses: Press[];
  /** Things an advertiser saw that must never be seen. */
  seen: string[];
}

export interface Load {
  url: string;
  until: () => boolean;
  random: () => number;
  coupons: readonly string[];
  password: string;
  /** How often each kind of operation got its response. */
  operations: Record<string, number>;
}

/**
 * An advertiser who does one thing after the other and presses again, with the same key, until
 * there is an answer.
 */
export async function advertise(load: Load, story: Story): Promise<void> {
  const { random, url, operations } = load;
  const count = (name: string) => {
    operations[name] = (operations[name] ?? 0) + 1;
  };
  const login = await insist(load, () =>
    send(`${url}/api?action=login`, {
      body: JSON.stringify({ log: story.email, pwd: load.password }),
    }),
  );
  const cookie = login.cookie;
  const press = async (
    action: string,
    input: object,
    key: string = randomUUID(),
  ): Promise<Reply> => {
    const body = JSON.stringify(input);
    const headers = { cookie, 'idempotency-key': key };
    const reply = await insist(load, () => send(`${url}/api?action=${action}`, { body, headers }));
    story.presses.push({ action, key, body, reply });
    return reply;
  };
  const actions: Record<string, () => Promise<void>> = {
    async topup() {
      const { status, text } = await press('wallet_topup', {
        topup_option_id: pick(random, [1, 2, 2, 3]),
      });
      if (status !== 200) return;
      const page = new URL(JSON.parse(text).payment_url).pathname;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const result = pick(random, ['paid', 'paid', 'paid', 'late', 'declined', 'cancelled']);
      await insist(load, () => send(url + page, { body: `result=${result}`, headers: form }));
    },
    async place() {
      const blank = await insist(load, () =>
        send(`${url}/api?action=createInserat`, { body: '{}', headers: { cookie } }),
      );
      if (blank.status !== 200) return;
      const id: number = JSON.parse(blank.text).inserat_id;
      const { status, text } = await press('saveInserat', {
        ...ad(id),
        inserat_typ: pick(random, ['1_day', '3_days', '1_week']),
      });
      if (status === 200)
        story.placed.set(id, (story.placed.get(id) ?? 0) + JSON.parse(text).charged);
      else story.refused.add(id);
    },
    async coupon() {
      const { status, text } = await press('apply_coupon', {
        coupon_code: pick(random, load.coupons),
      });
      if (status === 200) story.coupons += JSON.parse(text).coupon.credits;
    },
    async again() {
      const before = story.presses[Math.floor(random() * story.presses.length)];
      if (!before) return;
      const headers = { cookie, 'idempotency-key': before.key };
      const reply = await insist(load, () =>
        send(`${url}/api?action=${before.action}`, { body: before.body, headers }),
      );
      if (
        before.reply.status < 429 &&
        (reply.status !== before.reply.status || reply.text !== before.reply.text)
      )
        story.seen.push(
          `${before.action}: the same key answered ${before.reply.status} ${before.reply.text} and then ${reply.status} ${reply.text} (${before.key})`,
        );
    },
    async look() {
      const { status, text } = await insist(load, () =>
        send(`${url}/api?action=state`, { headers: { cookie } }),
      );
      if (status !== 200) return;
      const { credits } = JSON.parse(text).state;
      if (!Number.isSafeInteger(credits) || credits < 0) story.seen.push(`a balance of ${credits}`);
    },
  };
  const names = ['topup', 'topup', 'place', 'place', 'coupon', 'again', 'look'];
  while (!load.until()) {
    const name = pick(random, names);
    await actions[name]!();
    count(name);
  }
}

/** Retries until a response is no 5xx. */
async function insist(load: Pick<Load, 'random'>, attempt: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await attempt().catch(() => undefined);
    if (reply && reply.status < 500) return reply;
    await new Promise((go) => setTimeout(go, 50 + load.random() * 150));
  }
}

async function send(
  url: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> },
): Promise<Reply> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      connection: 'close',
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { status: answer.status, text: await answer.text(), cookie };
}
