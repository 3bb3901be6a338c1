import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

interface Recipe {
  seconds?: number;
  codec?: string;
  sound?: string | null;
  rate?: number;
}

/** A small film with a tone, made here; answers its path. By path, because a file that is chosen twice is known by its time. */
export function film(name: string, recipe: Recipe = {}): string {
  const path = join(mkdtempSync(join(process.env.E2E_DATA!, 'film-')), name);
  const make = `import { makeVideo } from './server/src/testing/videos.ts'; makeVideo(process.argv[1], JSON.parse(process.argv[2]))`;
  // In a process of its own: the maker of films is no part of the tests, and reports on its own.
  execFileSync(process.execPath, ['--input-type=module', '-e', make, path, JSON.stringify(recipe)], {
    ...{ cwd: ROOT, stdio: 'pipe' },
  });
  return path;
}

/** A picture as a phone keeps it, 160 by 120: one frame of H.265 in the boxes of a HEIC file, made here. */
export const HEIC_PHOTO = join(import.meta.dirname, 'IMG_0815.HEIC');
