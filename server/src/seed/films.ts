import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Subject } from './art.ts';

/** The films of the demo, as `draw.ts` made them of these pictures. */
export const FILM_NAMES = ['vase', 'arch'] as const satisfies Subject[];
export type FilmName = (typeof FILM_NAMES)[number];

/** Portrait, without sound. */
export const FILM = { width: 720, height: 900, seconds: 6, rate: 25 } as const;
/** Shorter sides of the files, largest first. */
export const FILM_HEIGHTS = [720, 480] as const;

export const filmFile = (name: FilmName, size: number | 'poster'): string =>
  join(import.meta.dirname, 'films', size === 'poster' ? `${name}.webp` : `${name}-${size}.mp4`);

/** The name of its content, as that of every video: the SHA-256 of its largest file. */
export const filmContent = async (name: FilmName): Promise<string> =>
  createHash('sha256')
    .update(await readFile(filmFile(name, FILM_HEIGHTS[0])))
    .digest('hex');
