import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtFiles, DIST } from '../../../web/scripts/built-files.ts';
import { bounded, type Row } from '../report.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = /^src\/pages\/(.*)\.tsx$/;

/** Compressed script each page needs: that of its document and its own. */
export async function sizes(): Promise<Row[]> {
  const web = builtFiles();
  return [
    weigh('landing page', 'index.html', 75),
    ...pagesOf('auth.html').map((page) => weigh(nameOf(page), 'auth.html', 105, page)),
    weigh('contact page', 'contact.html', 105),
    partnerList(),
    ...pagesOf('app.html').map((page) => weigh(`dashboard ${nameOf(page)}`, 'app.html', 180, page)),
  ];

  function weigh(what: string, document: string, most: number, page?: string): Row {
    const files = web.scripts(document, page);
    const bytes = files.reduce((sum, file) => sum + zipped(join(DIST, file)), 0);
    return bounded(`${what}, script, gzip`, bytes / 1000, most, 'kB');
  }

  function pagesOf(document: string): string[] {
    return web
      .late(document)
      .filter((source) => PAGE.test(source))
      .sort();
  }
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

const nameOf = (key: string) => PAGE.exec(key)![1]!;
