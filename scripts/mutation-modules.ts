/** What `npm run test:mutation` mutates, and with which tests. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export interface MutatedModule {
  /** `shared/<domain>` or `server/<module>`. */
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
  /** Least share of killed mutants in percent, of each file in `shared`, of the module in `server`. */
  threshold: number;
}

/** No rules: declarations of calls, tables of texts and lists, types. */
const TABLES = [
  ...[/contract\.ts$/, /\.test\.ts$/, /^testing\//, /^kernel\/(action|errors|fields)\.ts$/],
  ...[/^inserate\/countries\.ts$/, /^statistics\/rules\.ts$/, /^topups\/methods\.ts$/],
];

const ruleFiles = globSync('**/*.ts', { cwd: join(ROOT, 'shared/src') })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !TABLES.some((table) => table.test(file)))
  .sort();

const rules: MutatedModule[] = [...new Set(ruleFiles.map((file) => file.split('/')[0]!))].map((domain) => ({
  name: `shared/${domain}`,
  mutate: ruleFiles.filter((file) => file.startsWith(`${domain}/`)).map((file) => `shared/src/${file}`),
  tests: [`shared/src/${domain}/*.test.ts`],
  threshold: 95,
}));

export const MODULES: readonly MutatedModule[] = [...rules];
