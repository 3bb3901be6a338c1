import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bounded, type Row } from '../report.ts';

interface Chunk {
  file: string;
  src?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const ROOT = join(import.meta.dirname, '../../..');
const FRAME = 'src/app/frame.tsx';
/** Loaded by a screen while it is used, not with it. */
const DASHBOARD_PAGE = /^src\/pages\/.*\.tsx$/;

/** Script that each page loads before it can be used: its entry and everything that it imports statically, compressed. */
export async function sizes(): Promise<Row[]> {
  const web = manifestOf('web/dist');
  const rows = [
    weigh('landing page', 'web/dist', web, ['index.html'], 75),
    weigh('log-in pages', 'web/dist', web, ['auth.html'], 100),
    ...Object.keys(web)
      .filter((key) => web[key]!.isDynamicEntry && DASHBOARD_PAGE.test(key))
      .sort()
      .map((key) =>
        weigh(
          `dashboard ${key.slice('src/pages/'.length, -'.tsx'.length)}`,
          'web/dist',
          web,
          ['app.html', FRAME, key],
          170,
        ),
      ),
  ];
  return rows;
}

function weigh(what: string, folder: string, manifest: Manifest, entries: string[], most: number): Row {
  const files = new Set<string>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${folder} has no ${key}; was it built?`);
    if (files.has(chunk.file)) return;
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports?.forEach(walk);
  };
  entries.forEach(walk);
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(ROOT, folder, file)), { level: 9 }).length,
    0,
  );
  return bounded(`${what}, script, gzip`, bytes / 1000, most, 'kB');
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, '.vite/manifest.json'), 'utf8')) as Manifest;
