import { setHashCost } from '../platform/crypto.ts';
import { dataKeys } from '../platform/data-key.ts';
import { setLimitKey } from '../platform/limits.ts';
import type { Config } from './config.ts';

/** Sets what holds for a whole process: the cost of password hashes and the key of limits. */
export function configureProcess(config: Pick<Config, 'hashCost' | 'dataKeys'>): void {
  setHashCost(config.hashCost);
  setLimitKey(dataKeys(config.dataKeys));
}
