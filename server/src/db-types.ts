/**
 * Writes the column types from a freshly migrated database; `--check` fails when the committed ones
 * differ.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from './platform/migrate.ts';
import { startCluster } from './platform/postgres.ts';

const TARGET = join(import.meta.dirname, 'platform/schema.generated.ts');
const check = process.argv.includes('--check');
const folder = mkdtempSync(join(tmpdir(), 'samtrot-types-'));
const cluster = await startCluster(folder, { durable: false });
try {
  await migrate(cluster.url);
  const output = check ? join(folder, 'schema.ts') : TARGET;
  const cli = join(import.meta.dirname, '../../node_modules/kysely-codegen/dist/cli/bin.js');
  execFileSync(
    process.execPath,
    [
      cli,
      '--dialect',
      'postgres',
      '--url',
      cluster.url,
      '--out-file',
      output,
      '--numeric-parser',
      'number',
      '--type-mapping',
      '{"int8":"number"}',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (check && readFileSync(output, 'utf8') !== readFileSync(TARGET, 'utf8')) {
    console.error('The column types are not those of the migrations. Run: npm run generate');
    process.exitCode = 1;
  }
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
