import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
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
}

/** Counts in the database, so that the limits hold across processes and restarts. */
export function postgresLimiter(pool: pg.Pool): Limiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterFor = ({ attempts, seconds }: Pick<Bucket, 'attempts' | 'seconds'>) => {
    const id = `${attempts}/${seconds}`;
    let limiter = limiters.get(id);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: '',
        points: attempts,
        duration: seconds,
        clearExpiredByTimeout: false,
      });
      limiters.set(id, limiter);
    }
    return limiter;
  };
  const storedKey = ({ name, key }: Pick<Bucket, 'name' | 'key'>) => `${name}:${sha256Hex(key).slice(0, 32)}`;
  return {
    async consume(bucket) {
      try {
        await limiterFor(bucket).consume(storedKey(bucket));
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
        throw new AppError('TOO_MANY_ATTEMPTS', { params: { seconds }, extra: { retry_after: seconds } });
      }
    },
    async reset(bucket) {
      await pool.query('delete from rate_limit where key = $1', [storedKey(bucket)]);
    },
  };
}
