import { AppError } from '@samtrot/shared/kernel/errors.ts';
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

export interface Limiter {
  /** Counts one attempt; throws TOO_MANY_ATTEMPTS with the seconds to wait when the bucket is full. */
  consume(bucket: Bucket): Promise<void>;
  reset(bucket: Pick<Bucket, 'name' | 'key'>): Promise<void>;
  /** Takes one attempt off the count. */
  giveBack(bucket: Pick<Bucket, 'name' | 'key'>): Promise<void>;
}

/** Counts in the database, so that the limits hold across processes and restarts. Refused attempts do not count. */
export function postgresLimiter(pool: pg.Pool, clock: Clock): Limiter {
  const storedKey = ({ name, key }: Pick<Bucket, 'name' | 'key'>) => `${name}:${sha256Hex(key).slice(0, 32)}`;
  return {
    async consume(bucket) {
      const now = clock.now();
      const { rows } = await pool.query<{ free_at: Date | null }>(
        'select take_attempt($1, $2, $3, make_interval(secs => $4)) as free_at',
        [storedKey(bucket), now, bucket.attempts, bucket.seconds],
      );
      const freeAt = rows[0]!.free_at;
      if (freeAt === null) return;
      const seconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
      throw new AppError('TOO_MANY_ATTEMPTS', { params: { seconds }, extra: { retry_after: seconds } });
    },
    async reset(bucket) {
      await pool.query('delete from rate_limit where key = $1', [storedKey(bucket)]);
    },
    async giveBack(bucket) {
      await pool.query('update rate_limit set hits = trim_array(hits, 1) where key = $1 and cardinality(hits) > 0', [
        storedKey(bucket),
      ]);
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
