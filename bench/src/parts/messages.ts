import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { cpuMs, newDataFolder, removeDataFolder, startProduct } from '../product.ts';
import { bounded, number, type Row } from '../report.ts';

const WEBSITES = 20;
const ADS = 5_000;
const MESSAGES = WEBSITES * ADS;
/** What a website far away takes for its answer. */
const ANSWERS_MS = 50;
const TAKE_DOWN_EVERY_MS = 2_000;
const TAKE_DOWN_S = 5;
const MOST_CORES = 0.5;
const TIMEOUT_MS = 60 * 60_000;

/** A hundred thousand messages to websites at once, beside one that is away and one that fails. */
export async function messages(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const folder = newDataFolder();
  stack.defer(() => removeDataFolder(folder));
  const product = await startProduct(folder);
  stack.defer(() => product.stop());
  product.samtrot('seed', '--seed', '3', '--advertisers', '200', '--ads', String(3 * ADS));
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  const websites = await Promise.all(
    Array.from({ length: WEBSITES }, () => website((answer) => setTimeout(answer, ANSWERS_MS))),
  );
  const faulty = [await website(() => {}), await website((answer) => answer(503))];
  for (const [index, { url }] of [...websites, ...faulty].entries()) {
    product.samtrot('website', 'add', `Messung ${index}`, 'https://messung.example');
    product.samtrot('website', 'webhook', `Messung ${index}`, url);
  }
  stack.defer(() => {
    for (const { end } of [...websites, ...faulty]) end();
  });
  await begun(client);

  const { rows } = await client.query<{ id: number; publicId: string }>(
    `update inserat set changed_at = now() where id in (
       select id from inserat where status = 'aktiv' and start_at <= now() and end_at > now() + interval '2 hours'
        order by id limit $1) returning id::int, public_id as "publicId"`,
    [ADS],
  );
  if (rows.length < ADS) throw new Error(`only ${rows.length} ads are online`);
  const spent = () => {
    const { server, database } = product.processes();
    return [cpuMs(server) / 1000, cpuMs(database) / 1000] as const;
  };
  const [begin, before] = [performance.now(), spent()];
  const takeDowns = takeDownsOf(client, websites, rows);
  const heard = () => websites.reduce((sum, { accepted }) => sum + accepted.size, 0);
  const hidden = () => takeDowns.hidden.size * WEBSITES;
  while (heard() < MESSAGES) {
    if (performance.now() - begin > TIMEOUT_MS)
      throw new Error(`after an hour ${heard()} of ${MESSAGES} messages had arrived`);
    await wait(100);
  }
  const seconds = (performance.now() - begin) / 1000;
  const after = spent();
  const [own, theirs] = [after[0] - before[0], after[1] - before[1]];
  const slowest = await takeDowns.stop();
  const cores = (own + theirs) / seconds;
  const { rows: given } = await client.query<{ dead: number; again: number }>(
    `select (select count(*)::int from webhook_message where dead_at is not null) as dead,
            (select count(*)::int from webhook_message m join website w on w.id = m.website_id
              where w.webhook_url = any ($1) and attempts > 1) as again`,
    [websites.map(({ url }) => url)],
  );
  return [
    {
      what: `${number(MESSAGES)} messages to ${WEBSITES} websites that answer after ${ANSWERS_MS} ms, all accepted after`,
      figure: `${number(seconds)} s, ${number(MESSAGES / seconds)}/s`,
      limit: `CPU: ${number(own)} s of the process, ${number(theirs)} s of the database`,
      ratio: '–',
      budget: '',
      met: null,
    },
    bounded('cores that this takes, process and database', cores, MOST_CORES, 'cores'),
    bounded(
      `${takeDowns.hidden.size} take-downs meanwhile (${number(hidden())} messages), the slowest heard after`,
      slowest,
      TAKE_DOWN_S,
      's',
    ),
    {
      what: 'messages given up, or sent again to a website that had accepted them, beside one that is away and one that fails',
      figure: `${given[0]!.dead} and ${given[0]!.again}`,
      limit: `${number(faulty[1]!.asked())} calls of the failing one`,
      ratio: '–',
      budget: 'none',
      met: given[0]!.dead === 0 && given[0]!.again === 0,
    },
  ];
}

/** A website's own server; `behave` gets what answers, with 204 unless told. */
async function website(behave: (answer: (status?: number) => void) => void) {
  /** By public id: what it is told to show, and when it was told to show it no more. */
  const accepted = new Set<string>();
  const gone = new Map<string, number>();
  const open = new Set<ServerResponse>();
  let asked = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    open.add(response);
    response.once('close', () => open.delete(response));
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked++;
      const { type, data } = JSON.parse(Buffer.concat(parts).toString());
      if (type === 'ad.taken_down') gone.set(data.id, performance.now());
      behave((status = 204) => {
        response.writeHead(status).end();
        if (status === 204) accepted.add(data.id);
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/webhook`,
    accepted,
    gone,
    asked: () => asked,
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
}
type Website = Awaited<ReturnType<typeof website>>;

/** Until the feeds of all websites have their beginning, so that what follows is told. */
async function begun(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from website where webhook_url is not null and webhook_since_ads is null',
    );
    if (rows[0]!.n === 0) return;
    await wait(100);
  }
}

/** Hides ads that all websites have, one after the other, while the rest is on its way. */
function takeDownsOf(
  client: pg.Client,
  websites: readonly Website[],
  ads: readonly { id: number; publicId: string }[],
) {
  const hidden = new Map<string, number>();
  let stopped = false;
  const everywhere = (map: 'accepted' | 'gone', publicId: string) =>
    websites.every((one) => one[map].has(publicId));
  const hide = async () => {
    while (!stopped) {
      await wait(TAKE_DOWN_EVERY_MS);
      const next = ads.find(
        ({ publicId }) => !hidden.has(publicId) && everywhere('accepted', publicId),
      );
      if (!next || stopped) continue;
      hidden.set(next.publicId, performance.now());
      await client.query(
        `update inserat set status = 'ausgeblendet', hidden_at = now(), changed_at = now() where id = $1`,
        [next.id],
      );
    }
  };
  const ended = hide();
  return {
    hidden,
    /** Seconds until the last website heard of the one that took longest. */
    async stop(): Promise<number> {
      stopped = true;
      await ended;
      if (hidden.size === 0) throw new Error('nothing was taken down meanwhile');
      while (![...hidden.keys()].every((publicId) => everywhere('gone', publicId))) await wait(50);
      const delays = [...hidden].flatMap(([publicId, at]) =>
        websites.map(({ gone }) => gone.get(publicId)! - at),
      );
      return Math.max(...delays) / 1000;
    },
  };
}
