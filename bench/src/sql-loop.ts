/**
 * Process: repeats recorded statements with `pg` alone; the limit of everything based on the
 * database.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { serveJobs } from './child.ts';
import { percentile, type Rate } from './measure.ts';

export interface Statement {
  /** Name of a prepared statement; the loop prepares it, too. */
  name?: string;
  text: string;
  values: unknown[];
}

/** One pass through the statements of a request is one call. */
export interface SqlJob {
  url: string;
  seconds: number;
  connections: number;
  /** The statements of each request, which the connections repeat in turn. */
  requests: Statement[][];
  /**
   * The recorded values and their replacements per subject; subjects are distributed over
   * connections.
   */
  recorded?: Recorded;
  subjects?: Subject[];
}

export interface Recorded extends Subject {
  nowMs: number;
  /** The statement whose new row's id later statements use. */
  made?: { at: number; id: number };
  /** The row that the new one replaces: of each ad the `booking_id` that it was read with. */
  replaced?: number;
  /** The key of a counter, unique per account. */
  counter?: string;
  /** A text that must be unique per call. */
  unique?: string;
}

export interface Subject {
  account: number;
  inserat: number;
}

serveJobs<SqlJob, Rate>(async (job) => {
  const clients = await Promise.all(
    Array.from({ length: job.connections }, async () => {
      const client = new pg.Client({
        connectionString: job.url,
        options: '-c timezone=UTC -c role=samtrot_app',
      });
      await client.connect();
      return client;
    }),
  );
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + job.seconds * 1000;
  await Promise.all(
    clients.map(async (client, index) => {
      const own = job.subjects?.filter((_, at) => at % job.connections === index) ?? [];
      for (let turn = 0; performance.now() < end; turn++) {
        const start = performance.now();
        const statements = job.requests[(turn * job.connections + index) % job.requests.length]!;
        await once(client, { statements, recorded: job.recorded }, own[turn % own.length]);
        times.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { perSecond: times.length / seconds, p99Ms: percentile(times, 0.99) };
});

async function once(
  client: pg.Client,
  { statements, recorded }: { statements: Statement[]; recorded: Recorded | undefined },
  subject: Subject | undefined,
): Promise<void> {
  let replaced: number | undefined;
  let made = 0;
  for (const [at, { name, text, values }] of statements.entries()) {
    const own =
      recorded && subject
        ? values.map((value) => inPlaceOf(value, { recorded, subject, made, replaced }))
        : values;
    const { rows } = await client.query({ ...(name && { name }), text, values: own });
    if (recorded?.made?.at === at) made = Number(rows[0].id);
    else if (!made && rows[0]?.booking_id) replaced = Number(rows[0].booking_id);
  }
}

interface Own {
  recorded: Recorded;
  subject: Subject;
  made: number;
  replaced: number | undefined;
}

function inPlaceOf(value: unknown, own: Own): unknown {
  const { recorded, subject, made, replaced } = own;
  if (Array.isArray(value)) return value.map((each) => inPlaceOf(each, own));
  if (value instanceof Date) return value.getTime() === recorded.nowMs ? new Date() : value;
  if (value === recorded.account) return subject.account;
  if (value === recorded.inserat) return subject.inserat;
  if (value === recorded.made?.id) return made;
  if (value !== undefined && value === recorded.replaced) return replaced;
  if (typeof value !== 'string') return value;
  if (value === recorded.counter) return `bench:${subject.account}`;
  if (value === recorded.unique) return randomUUID();
  return value.replace(/\d+/g, (digits) => {
    const number = Number(digits);
    if (number === recorded.inserat) return String(subject.inserat);
    return number === recorded.made?.id ? String(made) : digits;
  });
}
