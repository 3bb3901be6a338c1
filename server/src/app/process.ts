import { setHashCost } from '../platform/crypto.ts';
import { dataKeys } from '../platform/data-key.ts';
import { setDataKeys } from '../platform/encryption.ts';
import type { Config } from './config.ts';

/** Sets what holds for a whole process: the cost of password hashes and the data keys. */
export function configureProcess(config: Pick<Config, 'hashCost' | 'dataKeys'>): void {
  setHashCost(config.hashCost);
  setDataKeys(dataKeys(config.dataKeys));
}
