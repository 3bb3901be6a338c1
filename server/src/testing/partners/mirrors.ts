/**
 * `npm run mirrors -- [--operations N]`: runs a demo whose advertisers perform N random operations,
 * beside the partners' programs of docs/examples. Their copies must equal the lists at the end.
 * Needs python3.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '../../seed/demo.ts';
import { commandLine } from '../process/command-line.ts';
import { startProcess } from '../process/process.ts';
import { pick, pseudoRandom } from '../process/random.ts';
import { DEMO_MAILBOXES, type Press, randomOperation } from '../world/operations.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples');
const TIMEOUT_MS = 60_000;
type Things = Record<string, { id: string }>;

const { values } = parseArgs({ options: { operations: { type: 'string', default: '200' } } });
const folder = mkdtempSync(join(tmpdir(), 'samtrot-mirrors-'));
const programs: {
  name: string;
  child: ChildProcess;
  ended: Promise<number | null>;
  printed(): string;
}[] = [];

await using product = await startProcess({
  dataDir: join(folder, 'data'),
  env: { DEMO_DATA: '1', LIMIT_FACTOR: '1000' },
});
try {
  const portal = { DATA_DIR: product.dataDir, PORT: String(product.port) };
  const port = await freePort();
  const operator = async (...args: string[]): Promise<Record<string, string>> => {
    const { code, out, error } = await commandLine({ env: portal }, ...args, '--json');
    if (code !== 0) throw new Error(`${args.join(' ')}: ${out}${error}`);
    return JSON.parse(out);
  };
  const websiteKey = async (name: string) => {
    await operator('website', 'add', name, `http://localhost:${port}`);
    return (await operator('website', 'key', name)).key!;
  };
  // Two websites: a removal that one received by `since` is not sent to it by webhook too.
  const [asking, key] = [await websiteKey('Drinnen'), await websiteKey('Draussen')];
  const { secret } = await operator(
    'website',
    'webhook',
    'Draussen',
    `http://localhost:${port}/webhook`,
  );
  const authorization = `Bearer ${key}`;

  const settings = { PORTAL_URL: product.url, PARTNER_KEY: asking };
  run('mirror.py', { ...settings, MIRROR_LIST: 'ads', MIRROR_FILE: join(folder, 'ads.json') });
  run('mirror.py', { ...settings, MIRROR_LIST: 'clubs', MIRROR_FILE: join(folder, 'clubs.json') });
  const mirrorFile = join(folder, 'mirror.json');
  run('messages.py', {
    ...settings,
    PARTNER_KEY: key,
    WEBHOOK_SECRET: secret!,
    PORT: String(port),
    MIRROR_FILE: mirrorFile,
  });
  await until('messages.py listens', () => programs.at(-1)!.printed().includes('ready'));

  const listed = async (list: string): Promise<Things> => {
    const answer = await fetch(`${product.url}/partner/v1/${list}?limit=100`, {
      headers: { authorization },
    });
    const body = (await answer.json()) as Record<string, { id: string }[]> & {
      next_cursor: string | null;
    };
    if (answer.status !== 200 || body.next_cursor)
      throw new Error(`${list}: ${answer.status}, more than a page`);
    return Object.fromEntries(body[list]!.map((one) => [one.id, one]));
  };
  const first = await listed('ads');
  const presses = await Promise.all(DEMO_MAILBOXES.map(enter));
  const random = pseudoRandom(Number(values.operations));
  const done: Record<string, number> = {};
  for (let operations = 0; operations < Number(values.operations); ) {
    const name = await randomOperation(random, pick(random, presses));
    if (!name) continue;
    operations++;
    done[name] = (done[name] ?? 0) + 1;
  }
  console.log(
    `${values.operations} operations: ${Object.entries(done)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );

  const forged = await fetch(`http://localhost:${port}/webhook`, {
    method: 'POST',
    body: '{"type":"ad.taken_down","data":{"id":"x"}}',
    headers: {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
  });
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const copies: [string, string, () => Things][] = [
    ['ads', 'since', () => read('ads.json').ads],
    ['clubs', 'since', () => read('clubs.json').ads],
    ['ads', 'messages', () => read('mirror.json').ads],
    ['clubs', 'messages', () => read('mirror.json').clubs],
  ];
  const truth: Record<string, Things> = { ads: await listed('ads'), clubs: await listed('clubs') };
  const same = (list: string, copy: () => Things) => isDeepStrictEqual(copy(), truth[list]);
  await until('every copy is equal', () =>
    copies.every(([list, , copy]) => same(list, copy)),
  ).catch(() => {});
  for (const { name, child, ended, printed } of programs) {
    child.kill('SIGTERM');
    console.log(`${name} ended with ${await ended}: ${printed().trim().split('\n').at(-1)}`);
  }
  const ids = Object.keys(truth.ads!);
  const gone = Object.keys(first).filter((id) => !ids.includes(id)).length;
  console.log(
    `ads of the first start that are gone: ${gone}, new ones: ${ids.filter((id) => !(id in first)).length}`,
  );
  let wrong = forged.status === 401 ? 0 : 1;
  for (const [list, by, copy] of copies) {
    const [held, all] = [copy(), truth[list]!];
    const equal = Object.keys(all).filter((id) => isDeepStrictEqual(held[id], all[id])).length;
    const others = Object.keys(held).length - equal;
    if (equal !== Object.keys(all).length || others > 0) wrong++;
    console.log(`${list} by ${by}: ${equal} of ${Object.keys(all).length} equal, ${others} others`);
  }
  process.exitCode = wrong > 0 ? 1 : 0;
} finally {
  for (const { child } of programs) child.kill('SIGKILL');
  await product.kill();
  rmSync(folder, { recursive: true, force: true });
}

function run(name: string, settings: Record<string, string>): void {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn('python3', [join(EXAMPLES, name)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const ended = new Promise<number | null>((go, fail) =>
    child.once('close', go).once('error', fail),
  );
  programs.push({ name, child, ended, printed: () => text });
}

async function enter(mailbox: string): Promise<Press> {
  const call = async (action: string, payload?: object, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/api?action=${action}`, {
      ...(payload && { method: 'POST', body: JSON.stringify(payload) }),
      headers: { ...(payload && { 'content-type': 'application/json' }), ...headers },
    });
  const entered = await call('login', { log: `${mailbox}@samtrot.example`, pwd: DEMO_PASSWORD });
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!;
  return async (action, payload) => {
    const answer = await call(action, payload, { cookie });
    return { status: answer.status, body: await answer.json() };
  };
}

async function until(what: string, look: () => boolean): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; !look(); await wait(200))
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const { port } = server.address() as { port: number };
  await new Promise((go) => server.close(go));
  return port;
}
