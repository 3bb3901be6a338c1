import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
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

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const word = (value: number) => bytes(value.toString(16).padStart(8, '0'));

/** A picture as a phone keeps it: the one frame of an H.265 film in the boxes of a HEIC file (ISO 23008-12). */
export function heicPhoto(name: string, { width = 160, height = 120 } = {}): string {
  const path = film('frame.mp4', { seconds: 0.1, rate: 10, codec: 'libx265', sound: null });
  const movie = readFileSync(path);
  const found = (type: string) => {
    const at = movie.indexOf(type, 0, 'latin1');
    return movie.subarray(at + 4, at - 4 + movie.readUInt32BE(at - 4));
  };
  const frame = found('mdat');
  const ftyp = box('ftyp', Buffer.from('heic'), word(0), Buffer.from('mif1heic'));
  const meta = (offset: number) =>
    box(
      'meta',
      word(0),
      box('hdlr', word(0), word(0), Buffer.from('pict'), Buffer.alloc(13)),
      box('pitm', word(0), bytes('0001')),
      box('iloc', word(0), bytes('4400 0001 0001 0000 0001'), word(offset), word(frame.length)),
      box('iinf', word(0), bytes('0001'), box('infe', bytes('02000000 0001 0000'), Buffer.from('hvc1\0'))),
      box(
        'iprp',
        box('ipco', box('hvcC', found('hvcC')), box('ispe', word(0), word(width), word(height))),
        box('ipma', word(0), word(1), bytes('0001 02 81 02')),
      ),
    );
  const offset = ftyp.length + meta(0).length + 8;
  const photo = join(path, '..', name);
  writeFileSync(photo, Buffer.concat([ftyp, meta(offset), box('mdat', frame)]));
  return photo;
}
