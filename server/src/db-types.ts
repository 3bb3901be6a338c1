/**
 * Writes the column types from a freshly migrated database; `--check` fails when the committed ones
 * differ.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
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
      '--overrides',
      JSON.stringify({ columns: await ciphertexts(cluster.url) }),
    ],
    // It complains about the imported type, which it takes over as it is.
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (check && readFileSync(output, 'utf8') !== readFileSync(TARGET, 'utf8')) {
    console.error('The column types are not those of the migrations. Run: npm run generate');
    process.exitCode = 1;
  }
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The columns of the domain, whose values are no texts of the program. */
async function ciphertexts(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string; nullable: boolean }>(
    `select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable
       from information_schema.columns where domain_name = 'ciphertext'`,
  );
  await client.end();
  const type = 'import("./encryption.ts").Ciphertext';
  return Object.fromEntries(
    rows.map(({ name, nullable }) => [name, nullable ? `${type} | null` : type]),
  );
}
