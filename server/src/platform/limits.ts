import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { WITHOUT_WAIT } from './db.ts';
import { currentDataKeys } from './encryption.ts';

export interface Bucket {
  name: string;
  /** The counted party; only its keyed hash is stored. */
  key: string;
  attempts: number;
  seconds: number;
}

type Count = Pick<Bucket, 'attempts' | 'seconds'>;

/** Hex digits of a stored hash: 128 bits. */
const HASH_DIGITS = 32;

const keyedHash = (name: string, text: string) =>
  currentDataKeys().lookup(text, `limit ${name}`).toString('hex').slice(0, HASH_DIGITS);

/** The key of a bucket's row: without `DATA_KEY` nobody can compute it from a guessed party. */
export const bucketKey = ({ name, key }: Pick<Bucket, 'name' | 'key'>) =>
  `${name}:${keyedHash(name, key)}`;
const orderKey = ({ name, key }: Pick<Bucket, 'name' | 'key'>, order: string) =>
  `${bucketKey({ name, key })}:${keyedHash(`${name} order`, order)}`;

/** How long an order is remembered as counted: as long as its response is stored. */
const ORDER_SECONDS = DAY_MS / 1000;

export interface Limiter {
  /**
   * Counts an attempt; with `order` only once per order and day. Returns whether it was counted.
   * @throws TOO_MANY_ATTEMPTS with the seconds to wait
   */
  consume(bucket: Bucket, order?: string): Promise<boolean>;
  reset(bucket: Pick<Bucket, 'name' | 'key'>): Promise<void>;
  /** Removes one attempt from the count. An `order` counted with it is counted the next time. */
  giveBack(bucket: Pick<Bucket, 'name' | 'key'>, order?: string): Promise<void>;
}

/**
 * A rate limiter in the database, valid across processes and restarts; refused attempts do not
 * count.
 */
export function postgresLimiter(pool: pg.Pool, clock: Clock): Limiter {
  const take = async (key: string, now: Date, { attempts, seconds }: Count) => {
    const { rows } = await pool.query<{ free_at: Date | null }>(
      `select take_attempt($1, $2, $3, make_interval(secs => $4)) as free_at, ${WITHOUT_WAIT}`,
      [key, now, attempts, seconds],
    );
    return { is_new: true, free_at: rows[0]!.free_at };
  };
  /** A concurrent duplicate of the order waits for the first one's result. */
  const takeOnce = async (now: Date, bucket: Bucket, order: string) => {
    const { rows } = await pool.query<{ is_new: boolean; free_at: Date | null }>(
      `select is_new, free_at, ${WITHOUT_WAIT}
         from take_attempt_once($1, $2, $3, $4, make_interval(secs => $5), make_interval(secs => $6))`,
      [
        bucketKey(bucket),
        orderKey(bucket, order),
        now,
        bucket.attempts,
        bucket.seconds,
        ORDER_SECONDS,
      ],
    );
    return rows[0]!;
  };
  return {
    async consume(bucket, order) {
      const now = clock.now();
      const { is_new: isNew, free_at: freeAt } =
        order === undefined
          ? await take(bucketKey(bucket), now, bucket)
          : await takeOnce(now, bucket, order);
      if (freeAt === null) return isNew;
      const seconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
      throw tooManyAttempts(seconds);
    },
    async reset(bucket) {
      await pool.query('delete from rate_limit where key = $1', [bucketKey(bucket)]);
    },
    async giveBack(bucket, order) {
      const rows = [bucketKey(bucket), ...(order === undefined ? [] : [orderKey(bucket, order)])];
      // The row of the order stays, empty: who waits for its lock must find it.
      await pool.query(
        'update rate_limit set hits = trim_array(hits, 1) where key = any($1) and cardinality(hits) > 0',
        [rows],
      );
    },
  };
}

/**
 * An IPv6 customer owns a whole /64, which counts as one address. A request whose connection has
 * ended has none; its answer reaches nobody.
 */
export function network(address: string | undefined): string {
  if (address === undefined) return 'ended';
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head, tail] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail ? Array<string>(Math.max(0, 8 - head!.length - tail.length)).fill('0') : [];
  return [...head!, ...zeros, ...(tail ?? [])].slice(0, 4).join(':');
}
