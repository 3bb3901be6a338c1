import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { fill } from '../fill.ts';
import type { Product } from '../product.ts';
import type { Row } from '../report.ts';
import { authorisation } from './delivery.ts';

/** Results in about ten thousand online ads. */
const ADS = 12_000;
const PROGRAM = join(import.meta.dirname, '../../../docs/examples/mirror.py');
const CHANGE_EVERY_MS = 40;
/** Ends by time happen by this time, so that none is due when both sides are compared. */
const SOON_S = 3;

const one = (status: string) =>
  `(select id from inserat where status = '${status}' and id >= $1 and (end_at is null or end_at > now() + interval '10 seconds') order by id limit 1)`;
const CHANGES = [
  `update inserat set titel = 'Neu ' || id || ' ' || extract(epoch from now()), changed_at = now() where id = ${one('aktiv')}`,
  `update inserat set lifted_at = now(), changed_at = now() where id = ${one('aktiv')}`,
  `update inserat set status = 'ausgeblendet', hidden_at = now(), changed_at = now() where id = ${one('aktiv')}`,
  `update inserat set status = 'aktiv', hidden_at = null, changed_at = now() where id = ${one('ausgeblendet')}`,
  `update inserat set status = 'geloescht', changed_at = now() where id = ${one('aktiv')}`,
  `update inserat set end_at = now() + interval '${SOON_S} seconds', changed_at = now() where id = ${one('aktiv')}`,
  `update inserat set topad_until = now() + interval '${SOON_S} seconds', changed_at = now() where id = ${one('aktiv')}`,
];

type Ads = Record<string, unknown>;

/** A partner program, written from the reference alone, mirrors ten thousand changing ads. */
export async function mirror(product: Product, minutes: number): Promise<Row[]> {
  await fill(product, ADS);
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-mirror-'));
  const file = join(folder, 'ads.json');
  const { authorization } = authorisation(product);
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const program = spawn('python3', [PROGRAM], {
      env: {
        PATH: process.env.PATH,
        PORTAL_URL: product.url,
        PARTNER_KEY: authorization!.slice(7),
        MIRROR_FILE: file,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = new Promise<number | null>((done) => program.once('exit', done));
    const changes = await change(client, minutes * 60_000);
    // Every end by time has passed.
    await wait(2 * SOON_S * 1000);
    program.kill('SIGTERM');
    if ((await ended) !== 0) throw new Error('the program did not come to its end');
    const { ads } = JSON.parse(readFileSync(file, 'utf8')) as { ads: Ads };
    const truth = await everything(product.url, authorization!);
    const online = await client.query<{ id: string }>(
      `select public_id as id from inserat where status = 'aktiv' and start_at <= now() and end_at > now()`,
    );
    const ids = online.rows.map(({ id }) => id);
    const equal = ids.filter((id) => id in ads && isDeepStrictEqual(ads[id], truth[id])).length;
    const met = equal === ids.length && Object.keys(ads).length === ids.length;
    return [
      {
        what: `ads in a partner's mirror after ${minutes} minutes and ${changes.toLocaleString('en-US')} random changes`,
        figure: `${equal.toLocaleString('en-US')} equal, ${Object.keys(ads).length - equal} others`,
        limit: `${ids.length.toLocaleString('en-US')} in the database`,
        ratio: (equal / ids.length).toFixed(2),
        budget: 'all, and no others',
        met,
      },
    ];
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the number of changed ads. */
async function change(client: pg.Client, forMs: number): Promise<number> {
  const { rows } = await client.query<{ first: number; last: number }>(
    'select min(id) as first, max(id) as last from inserat',
  );
  const { first, last } = { first: Number(rows[0]!.first), last: Number(rows[0]!.last) };
  let changed = 0;
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    const from = first + Math.floor(Math.random() * (last - first));
    const { rowCount } = await client.query(CHANGES[Math.floor(Math.random() * CHANGES.length)]!, [
      from,
    ]);
    changed += rowCount ?? 0;
    await wait(CHANGE_EVERY_MS);
  }
  return changed;
}

/** All ads as currently delivered. */
async function everything(url: string, authorization: string): Promise<Ads> {
  const ads: Ads = {};
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/partner/v1/ads?limit=100${cursor && `&cursor=${cursor}`}`;
    const answer = (await (await fetch(url + path, { headers: { authorization } })).json()) as {
      ads: { id: string }[];
      next_cursor: string | null;
    };
    for (const ad of answer.ads) ads[ad.id] = ad;
    cursor = answer.next_cursor;
  }
  return ads;
}
