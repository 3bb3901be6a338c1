import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { extname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

interface Recipe {
  seconds?: number;
  codec?: string;
  sound?: string | null;
  rate?: number;
}

/**
 * A small film with a tone, each recipe made once a run; returns a path of its own, because a
 * chosen file is known by its time.
 */
export function film(name: string, recipe: Recipe = {}): string {
  const path = join(mkdtempSync(join(process.env.E2E_DATA!, 'film-')), name);
  const made = join(
    process.env.E2E_DATA!,
    `${JSON.stringify(recipe).replace(/\W/g, '-')}${extname(name)}`,
  );
  if (existsSync(made)) {
    copyFileSync(made, path);
    return path;
  }
  const make = `import { makeVideo } from './server/src/testing/media/videos.ts'; makeVideo(process.argv[1], JSON.parse(process.argv[2]))`;
  // In a process of its own: the maker of films is no part of the tests, and reports on its own.
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', make, path, JSON.stringify(recipe)],
    {
      cwd: ROOT,
      stdio: 'pipe',
    },
  );
  // Renamed into place: another worker may look for it at the same time.
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, made);
  return path;
}

/**
 * A picture as a phone keeps it, 160 by 120: one frame of H.265 in the boxes of a HEIC file, made
 * here.
 */
export const HEIC_PHOTO = join(import.meta.dirname, 'IMG_0815.HEIC');
