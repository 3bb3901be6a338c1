import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { scriptWeights } from '../../../web/scripts/budgets.ts';
import { bounded, type Row } from '../report.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Compressed script each page needs: that of its document and its own. */
export async function sizes(): Promise<Row[]> {
  const portal = scriptWeights().map(({ what, kilobytes, most }) =>
    bounded(`${what}, script, gzip`, kilobytes, most, 'kB'),
  );
  return [...portal, partnerList()];
}

/** All its scripts; it should need none. */
function partnerList(): Row {
  const folder = join(ROOT, 'partner-site/dist/client');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  const bytes = scripts.reduce((sum, file) => sum + zipped(join(folder, file)), 0);
  return bounded('partner list, script, gzip', bytes / 1000, 15, 'kB');
}

const zipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length;
