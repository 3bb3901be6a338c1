import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bounded, type Row } from '../report.ts';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const ROOT = join(import.meta.dirname, '../../..');
const FRAME = 'src/app/frame.tsx';
const PAGE = /^src\/pages\/(.*)\.tsx$/;

/** Compressed script each page needs: its entry and all static imports. */
export async function sizes(): Promise<Row[]> {
  const web = manifestOf('web/dist');
  return [
    weigh('landing page', ['index.html'], 75),
    ...pagesOf(web, 'auth.html').map((key) => weigh(nameOf(key), ['auth.html', key], 105)),
    weigh('contact page', ['contact.html'], 100),
    partnerList(),
    ...pagesOf(web, 'app.html').map((key) =>
      weigh(`dashboard ${nameOf(key)}`, ['app.html', FRAME, key], 180),
    ),
  ];

  function weigh(what: string, entries: string[], most: number): Row {
    const files = new Set(entries.flatMap((key) => scriptsOf(web, key)));
    const bytes = [...files].reduce((sum, file) => sum + zipped(join(ROOT, 'web/dist', file)), 0);
    return bounded(`${what}, script, gzip`, bytes / 1000, most, 'kB');
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

const pagesOf = (manifest: Manifest, entry: string) =>
  (manifest[entry]?.dynamicImports ?? []).filter((key) => PAGE.test(key)).sort();

const nameOf = (key: string) => PAGE.exec(key)![1]!;

function scriptsOf(manifest: Manifest, entry: string): string[] {
  const found = new Map<string, string>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build holds no ${key}`);
    if (found.has(key)) return;
    found.set(key, chunk.file);
    chunk.imports?.forEach(walk);
  };
  walk(entry);
  return [...found.values()].filter((file) => file.endsWith('.js'));
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, '.vite/manifest.json'), 'utf8')) as Manifest;
