import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { ad, ask, eachTestItsOwn, fake, here, openSite, SECRET } from './fake-portal.ts';

eachTestItsOwn();

const sign = (
  body: string,
  { id = 'msg_1', seconds = 0, secret = SECRET, version = 'v1' } = {},
) => {
  const timestamp = String(Math.floor(here.now.getTime() / 1000) + seconds);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `${version},${signature}`,
  } as Record<string, string>;
};
const message = (type: string, id: string) =>
  JSON.stringify({ type, timestamp: '2026-11-20T19:30:00Z', data: { id } });
const deliver = async (body: string, headers: Record<string, string> = sign(body)) =>
  (
    await fetch(`${here.at}/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  ).status;

test('a signed message invalidates the cached ad and lists, which are requested again [T-DEL-01, decisions 7]', async () => {
  const [{ id }, other] = [fake.ads[0]!, ad({ name: 'Mira' })];
  fake.ads.push(other);
  const visit = async () => {
    fake.asked = [];
    for (const path of ['/', `/inserat/${id}`, `/inserat/${other.id}`, '/clubs']) await ask(path);
    const known = fake.asked
      .filter(({ tag }) => tag)
      .map(({ path }) => path.replace('/partner/v1/', ''));
    return [...new Set(known)].sort();
  };
  await visit();
  // The lists of choices are asked for once a minute.
  const all = ['ads', `ads/${id}`, `ads/${other.id}`, 'clubs', 'stories'].sort();
  expect(await visit()).toEqual(all);
  for (const event of ['published', 'changed', 'lifted', 'taken_down']) {
    fake.asked = [];
    expect(await deliver(message(`ad.${event}`, id))).toBe(204);
    // The ad is requested at once, so that the portal knows that it is here.
    await expect.poll(() => fake.asked.map(({ path }) => path)).toEqual([`/partner/v1/ads/${id}`]);
    await expect.poll(() => here.door.kept()).toBe(4);
    expect(await visit(), event).toEqual(['clubs', `ads/${id}`, `ads/${other.id}`].sort());
  }
  // A repeated message changes nothing.
  for (let n = 0; n < 2; n++)
    expect(await deliver(message('club.changed', fake.clubs[0]!.id))).toBe(204);
  expect(await visit()).toEqual(all.filter((path) => path !== 'clubs'));
  // An unknown kind of message clears the whole cache; the lists of choices are revalidated by
  // their ETag.
  expect(await deliver('{"type":"rating.changed"}')).toBe(204);
  expect(here.door.kept()).toBe(1);
  expect(await visit()).toEqual(['lists']);
  fake.ads = [other];
  expect(await deliver(message('ad.taken_down', id))).toBe(204);
  expect([
    (await ask(`/inserat/${id}`)).status,
    (await (await ask('/')).text()).includes('Lena'),
  ]).toEqual([410, false]);
});

test('a response in flight while its ad was taken down is not cached [T-DEL-01, decisions 7]', async () => {
  const { id } = fake.ads[0]!;
  const under = here.door.ad(id);
  here.door.invalidate('ads', id);
  await under;
  expect(here.door.kept()).toBe(0);
});

test('one of several signatures is enough; another secret, word, time or body is refused [T-DEL-01, decisions 7]', async () => {
  const body = message('ad.taken_down', fake.ads[0]!.id);
  await ask('/');
  const kept = here.door.kept();
  const foreign = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const other = sign(body, { secret: foreign })['webhook-signature'];
  const refused: Record<string, string>[] = [
    {},
    sign(body, { secret: foreign }),
    sign(body, { seconds: 301 }),
    sign(body, { seconds: -301 }),
    sign(body, { version: 'v1a' }),
    sign(`${body} `),
    { ...sign(body), 'webhook-id': 'msg_2' },
    { ...sign(body), 'webhook-timestamp': 'jetzt' },
    { ...sign(body), 'webhook-signature': 'v1,' },
    { ...sign(body), 'webhook-signature': `${other} ${other}` },
  ];
  for (const headers of refused)
    expect(await deliver(body, headers), JSON.stringify(headers)).toBe(401);
  expect(await deliver('', sign(body))).toBe(401);
  expect(here.door.kept()).toBe(kept);
  const large = ' '.repeat(65 * 1024);
  expect(await deliver(large, sign(large))).toBe(413);
  for (const seconds of [-299, 299]) expect(await deliver(body, sign(body, { seconds }))).toBe(204);
  const both = sign(body);
  expect(
    await deliver(body, { ...both, 'webhook-signature': `${other} ${both['webhook-signature']}` }),
  ).toBe(204);
  expect(here.door.kept()).toBeLessThan(kept);
});

test('without a secret every message is refused; an invalid secret fails the start [T-DEL-01, decisions 7]', async () => {
  await here.site.close();
  await openSite({ webhookSecret: undefined });
  const body = message('ad.taken_down', fake.ads[0]!.id);
  expect(await deliver(body)).toBe(401);
  for (const webhookSecret of ['geheim', 'whsec_', 'whsec_AAAA'])
    await expect(openSite({ webhookSecret })).rejects.toThrow('WEBHOOK_SECRET');
});

test('what is taken down is gone from each process of a website; the webhook reaches one [T-DEL-01, decisions 7]', async () => {
  const [{ id }, other] = [fake.ads[0]!, ad({ name: 'Mira' })];
  fake.ads.push(other);
  const processes = [{ at: here.at, site: here.site }];
  await openSite();
  processes.push({ at: here.at, site: here.site });
  const seen = () =>
    Promise.all(
      processes.map(async ({ at }) => {
        const [list, item] = await Promise.all(
          ['/', `/inserat/${id}`].map((path) =>
            fetch(at + path, { headers: { cookie: 'alter=18' } }),
          ),
        );
        return [(await list!.text()).includes('Lena'), item!.status];
      }),
    );
  try {
    for (let n = 0; n < 2; n++)
      expect(await seen()).toEqual([
        [true, 200],
        [true, 200],
      ]);
    fake.ads = [other];
    expect(await deliver(message('ad.taken_down', id))).toBe(204);
    expect(await seen()).toEqual([
      [false, 410],
      [false, 410],
    ]);
  } finally {
    await processes[0]!.site.close();
  }
});
