import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { sha256Hex } from './crypto.ts';

interface Bucket {
  name: string;
  /** Whoever is counted; only its hash is stored. */
  key: string;
  attempts: number;
  seconds: number;
}

type Count = Pick<Bucket, 'attempts' | 'seconds'>;

/** How long an order is known as counted, as long as its answer is kept. */
const ORDER_SECONDS = DAY_MS / 1000;

export interface Limiter {
  /**
   * Counts one attempt; throws TOO_MANY_ATTEMPTS with the seconds to wait when the bucket is full. An attempt that names the `order` it
   * is made for is counted once, however often it is repeated within a day. Returns whether this one was counted.
   */
  consume(bucket: Bucket, order?: string): Promise<boolean>;
  reset(bucket: Pick<Bucket, 'name' | 'key'>): Promise<void>;
  /** Takes one attempt off the count. An `order` that was counted with it is counted the next time. */
  giveBack(bucket: Pick<Bucket, 'name' | 'key'>, order?: string): Promise<void>;
}

/** Counts in the database, so that the limits hold across processes and restarts. Refused attempts do not count. */
export function postgresLimiter(pool: pg.Pool, clock: Clock): Limiter {
  const take = async (db: pg.Pool | pg.PoolClient, key: string, now: Date, { attempts, seconds }: Count) => {
    const { rows } = await db.query<{ free_at: Date | null }>(
      'select take_attempt($1, $2, $3, make_interval(secs => $4)) as free_at',
      [key, now, attempts, seconds],
    );
    return rows[0]!.free_at;
  };
  /** The order has a count of one. Whoever comes at the same moment waits until it is known whether the first one passed. */
  const takeOnce = async (key: string, now: Date, bucket: Count, order: string) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const isNew = (await take(client, orderKey(key, order), now, { attempts: 1, seconds: ORDER_SECONDS })) === null;
      const freeAt = isNew ? await take(client, key, now, bucket) : null;
      await client.query(freeAt === null ? 'commit' : 'rollback');
      client.release();
      return { isNew, freeAt };
    } catch (error) {
      // The connection may be in the middle of a transaction: it is not used again.
      client.release(true);
      throw error;
    }
  };
  const storedKey = ({ name, key }: Pick<Bucket, 'name' | 'key'>) => `${name}:${sha256Hex(key).slice(0, 32)}`;
  const orderKey = (key: string, order: string) => `${key}:${sha256Hex(order)}`;
  return {
    async consume(bucket, order) {
      const now = clock.now();
      const key = storedKey(bucket);
      const { isNew, freeAt } =
        order === undefined
          ? { isNew: true, freeAt: await take(pool, key, now, bucket) }
          : await takeOnce(key, now, bucket, order);
      if (freeAt === null) return isNew;
      const seconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
      throw tooManyAttempts(seconds);
    },
    async reset(bucket) {
      await pool.query('delete from rate_limit where key = $1', [storedKey(bucket)]);
    },
    async giveBack(bucket, order) {
      const key = storedKey(bucket);
      const keys = order === undefined ? [key] : [key, orderKey(key, order)];
      // The row of the order stays, empty: who waits for its lock must find it.
      await pool.query(
        'update rate_limit set hits = trim_array(hits, 1) where key = any($1) and cardinality(hits) > 0',
        [keys],
      );
    },
  };
}

/** An IPv6 customer owns a whole /64; it counts as one address. */
export function network(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head, tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail ? Array<string>(Math.max(0, 8 - head!.length - tail.length)).fill('0') : [];
  return [...head!, ...zeros, ...(tail ?? [])].slice(0, 4).join(':');
}
