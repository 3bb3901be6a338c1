/**
 * `sh deploy/drills/rolling.sh [--requests N]`: servers behind the shipped nginx are renewed under
 * 100 requests a second, in place and new-first; none may fail (RUN-10).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../../platform/db.ts';
import { setDataKeys } from '../../platform/encryption.ts';
import { freePort } from '../../platform/free-port.ts';
import { migrate } from '../../platform/migrate.ts';
import { startCluster } from '../../platform/postgres.ts';
import { DATA_KEY } from '../process/data-key.ts';
import { PASSWORD } from '../world/world.ts';
import { enrol, KEYS, secret } from './chaos.ts';
import { childrenOf } from './database-node.ts';
import { websiteKey } from './failover.ts';

const SHIPPED = join(import.meta.dirname, '../../../dist/start.js');
const NGINX = join(import.meta.dirname, '../../../../deploy/nginx');
const NAME = 'portal.example.ch';
const EVERY_MS = 10;
const ADVERTISERS = 10;
/** Each server in each of the two ways. */
const LEAST_RENEWALS = 4;
/** The last of the failed ones that are told. */
const TOLD = 10;
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

const { values } = parseArgs({ options: { requests: { type: 'string', default: '5000' } } });
const wanted = Number(values.requests);
const home = mkdtempSync(join(tmpdir(), 'samtrot-rolling-'));
const cluster = await startCluster(join(home, 'postgres'), { announce: false });
await migrate(cluster.url, KEYS);
setDataKeys(KEYS);
const { db } = connect(cluster.url, { max: 4 });
const [plain, https] = [await freePort(), await freePort()];
const SESSION_SECRET = secret();

interface Server {
  port: number;
  end(): Promise<void>;
}

async function serve(onPort?: number): Promise<Server> {
  const port = onPort ?? (await freePort());
  const child = spawn(process.execPath, [SHIPPED, '--only=server'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: cluster.url,
      DATA_DIR: join(home, 'data'),
      DATA_KEY,
      SESSION_SECRET,
      LOG_LEVEL: 'silent',
      LIMIT_FACTOR: '1000000',
      DEMO_DATA: '0',
      BUILD_PAGES: '0',
      PARTNER_SITE: '0',
      ALLOW_OPEN_DEVELOPMENT: '1',
      PORT: String(port),
      PUBLIC_URL: `https://${NAME}`,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  children.add(child);
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}`);
    await pause(50);
  }
  return {
    port,
    async end() {
      const exit = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await exit;
      children.delete(child);
    },
  };
}
const children = new Set<ChildProcess>();

/** The shipped files, with the ports and the certificate of this drill. */
function configure(servers: readonly Server[]): void {
  const site = readFileSync(join(NGINX, 'samtrot.conf'), 'utf8')
    .replaceAll('/etc/ssl/samtrot', home)
    .replaceAll(/listen \[::\]:.*;\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${https}`);
  const [first, second] = servers;
  const upstream = readFileSync(join(NGINX, 'upstream.conf'), 'utf8')
    .replace(/127\.0\.0\.1:3001/, `127.0.0.1:${first!.port}`)
    .replace(/127\.0\.0\.1:3002/, `127.0.0.1:${second!.port}`);
  writeFileSync(join(home, 'samtrot.conf'), site);
  writeFileSync(join(home, 'upstream.conf'), upstream);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join(' ');
  writeFileSync(
    join(home, 'nginx.conf'),
    `pid ${home}/nginx.pid; error_log ${home}/error.log; events { worker_connections 4096; }
     http { ${paths} include ${home}/upstream.conf; include ${home}/samtrot.conf; }\n`,
  );
}
const nginx = (...args: string[]) =>
  execFileSync('nginx', ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log'), ...args]);

/** Resolves when no worker is left that knows the servers of before. */
async function reload(): Promise<void> {
  const workers = () => childrenOf(readFileSync(join(home, 'nginx.pid'), 'utf8').trim());
  const old = workers();
  nginx('-s', 'reload');
  while (workers().length === 0 || workers().some((pid) => old.includes(pid))) await pause(50);
}

interface Ask {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
interface Reply {
  status: number;
  text: string;
  cookie: string;
}
/** Connections stay open between requests, as those of browsers and websites do. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const once = ({ method, path, headers = {}, body }: Ask) =>
  new Promise<Reply | 'closed before'>((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: https,
        servername: NAME,
        rejectUnauthorized: false,
        method,
        path,
        agent,
        timeout: 60_000,
        headers: { host: NAME, ...headers },
      },
      (answer) => {
        let text = '';
        const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => done({ status: answer.statusCode!, text, cookie }));
        answer.on('error', fail);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer within 60 s')));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // nginx may end an idle connection at any time; every browser then takes another one.
      if (sent.reusedSocket && error.code === 'ECONNRESET') done('closed before');
      else fail(error);
    });
    sent.end(body);
  });
async function send(what: Ask): Promise<Reply> {
  for (;;) {
    const reply = await once(what);
    if (reply !== 'closed before') return reply;
    reconnected++;
  }
}

/** What nginx said about requests that came to nothing, with how often. */
function complaints(): [string, number][] {
  const counts = new Map<string, number>();
  for (const line of readFileSync(join(home, 'error.log'), 'utf8').split('\n')) {
    const what = line.match(/\[(?:error|crit|alert)\] [^ ]+ (?:\*\d+ )?(.*?)(?:, client|$)/)?.[1];
    if (what) counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, TOLD);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const failed: string[] = [];
let sent = 0;
let answered = 0;
let slowest = 0;
let reconnected = 0;
let renewals = 0;

/** Lists for websites, accounts, and one in ten a write that is not repeated by anybody. */
async function load(cookies: readonly string[], key: string): Promise<void> {
  const running: Promise<void>[] = [];
  const one = async (n: number) => {
    const cookie = cookies[n % cookies.length]!;
    const asks: Ask = [
      { method: 'POST' as const, path: '/api?action=createInserat', body: '{}' },
      { method: 'GET' as const, path: '/api?action=state' },
    ][n % 10] ?? { method: 'GET', path: `/partner/v1/ads?limit=${1 + (n % 50)}` };
    const headers: Record<string, string> = asks.path.startsWith('/api')
      ? { ...JSON_TYPE, cookie }
      : { authorization: `Bearer ${key}` };
    const begun = performance.now();
    const outcome = await send({ ...asks, headers }).then(
      ({ status }) => (status === 200 ? '' : String(status)),
      (error: Error) => error.message,
    );
    slowest = Math.max(slowest, performance.now() - begun);
    answered++;
    if (outcome) failed.push(`${asks.method} ${asks.path}: ${outcome}`);
  };
  const begin = performance.now();
  while (sent < wanted || renewals < LEAST_RENEWALS) {
    const due = Math.floor((performance.now() - begin) / EVERY_MS);
    while (sent < due) running.push(one(sent++));
    await pause(EVERY_MS);
  }
  await Promise.all(running);
}

let served = false;
try {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '1', '-subj', `/CN=${NAME}`],
      ...['-keyout', join(home, 'privkey.pem'), '-out', join(home, 'fullchain.pem')],
    ],
    { stdio: 'ignore' },
  );
  const stories = await enrol(db, ADVERTISERS);
  const key = await websiteKey(db);
  const servers = [await serve(), await serve()];
  configure(servers);
  nginx();
  served = true;
  const cookies: string[] = [];
  for (const { email } of stories) {
    const body = JSON.stringify({ log: email, pwd: PASSWORD });
    const answer = await send({
      method: 'POST',
      path: '/api?action=login',
      headers: JSON_TYPE,
      body,
    });
    if (!answer.cookie) throw new Error(`no log-in: ${answer.status} ${answer.text}`);
    cookies.push(answer.cookie);
  }
  const begin = performance.now();
  const work = load(cookies, key);
  while (sent < wanted || renewals < LEAST_RENEWALS) {
    const turn = renewals % 2;
    const old = servers[turn]!;
    if (Math.floor(renewals / 2) % 2 === 0) {
      // In place: its port is empty for as long as the new one starts.
      await old.end();
      servers[turn] = await serve(old.port);
    } else {
      servers[turn] = await serve();
      configure(servers);
      await reload();
      await old.end();
    }
    renewals++;
  }
  await work;
  const seconds = (performance.now() - begin) / 1000;
  const rate = (answered / seconds).toFixed(0);
  console.log(`${answered} requests in ${seconds.toFixed(0)} s (${rate}/s), ${renewals} renewals`);
  console.log(
    `slowest answer: ${slowest.toFixed(0)} ms; idle connections found closed: ${reconnected}`,
  );
  console.log(`failed: ${failed.length} of ${answered}`);
  for (const line of failed.slice(-TOLD)) console.log(`  ${line}`);
  for (const [what, count] of complaints()) console.log(`  nginx, ${count} times: ${what}`);
  const good = failed.length === 0;
  console.log(good ? 'as expected' : 'NOT as expected');
  process.exitCode = good ? 0 : 1;
} finally {
  agent.destroy();
  if (served) nginx('-s', 'stop');
  for (const child of children) child.kill('SIGKILL');
  await db.destroy();
  await cluster.stop();
  rmSync(home, { recursive: true, force: true });
}
