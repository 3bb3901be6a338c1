import { expect, test } from 'vitest';
import { imageTexts, LEAST_SIDE, sortOut, tooSmall, undrawable } from './image-check.ts';

const file = (name: string, size = 1000) => ({ name, size });
const names = (result: { accepted: { name: string }[] }) => result.accepted.map(({ name }) => name);

test('png, jpg and jpeg are accepted in any letter case, everything else is refused by name [MED-01]', () => {
  const result = sortOut(
    ['a.png', 'b.JPG', 'c.jpeg', 'd.gif', 'e.webp', 'jpg'].map((name) => file(name)),
    0,
    10,
  );
  expect(names(result)).toEqual(['a.png', 'b.JPG', 'c.jpeg']);
  expect(result.messages).toEqual(['Nur Bilder im Format PNG oder JPG werden angenommen.']);
});

test('ten megabytes are accepted, one byte more is not [MED-02, ERR-087]', () => {
  const result = sortOut(
    [file('a.png', 10 * 1024 * 1024), file('b.png', 10 * 1024 * 1024 + 1)],
    0,
    10,
  );
  expect(names(result)).toEqual(['a.png']);
  expect(result.messages).toEqual([
    'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.',
  ]);
});

test.each([
  [3, 'MED-04'],
  [10, 'MED-05'],
])('at most %i pictures, those already there counted [%s, ERR-088]', (limit) => {
  const result = sortOut([file('a.png'), file('b.png')], limit - 1, limit);
  expect(names(result)).toEqual(['a.png']);
  expect(result.messages).toEqual([`Du kannst maximal ${limit} Bilder hochladen.`]);
  expect(sortOut([file('a.png')], limit + 2, limit).accepted).toEqual([]);
});

test('the messages stand to the letter [ERR-084, ERR-085, ERR-086, ERR-089, ERR-090, ERR-091, ERR-092]', () => {
  expect(imageTexts).toMatchObject({
    failed: 'Fehler beim Hochladen des Bildes',
    preview: 'Fehler beim Erstellen der Vorschau',
    notDeleted: 'Fehler beim Löschen des Bildes',
    noId: 'Inserat ID fehlt. Bitte Inserat zuerst speichern.',
    saved: 'Bild erfolgreich hochgeladen und in CDN gespeichert',
    deleted: 'Bild erfolgreich aus WordPress und CDN gelöscht',
    previewRemoved: 'Vorschau entfernt',
  });
});

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const two = (n: number) => [n >> 8, n & 255];
const four = (n: number) => [...two(n >>> 16), ...two(n & 0xffff)];
const png = (width: number, height: number) => [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...four(13)],
  ...[...ascii('IHDR'), ...four(width), ...four(height), 8, 2, 0, 0, 0],
];
/** With a block of camera data and a table before the frame that holds the size. */
const jpeg = (width: number, height: number) => [
  ...[0xff, 0xd8, 0xff, 0xe1, ...two(8), ...ascii('Exif'), 0, 0],
  ...[0xff, 0xc4, ...two(4), 0, 0],
  ...[0xff, 0xc2, ...two(17), 8, ...two(height), ...two(width), 3],
];
const damaged = 'Dieses Bild ist beschädigt.';
const thin = (size: string) =>
  `Das Bild ist mit ${size} Pixeln zu lang und schmal. Die lange Seite darf höchstens 50-mal so lang sein wie die kurze.`;
const large = (size: string) =>
  `Das Bild ist mit ${size} Pixeln zu gross. Erlaubt sind 40 Millionen Pixel, zum Beispiel 8000 × 5000.`;
const none = 'Nur PNG oder JPG.';

test.each([
  ['a PNG of 8000 × 4', png(8000, 4), thin('8000 × 4')],
  ['a JPEG of 4 × 8000', jpeg(4, 8000), thin('4 × 8000')],
  ['a PNG bomb', png(30_000, 30_000), large('30000 × 30000')],
  ['a JPEG bomb', jpeg(65_500, 65_500), large('65500 × 65500')],
  ['one pixel column too many', png(8001, 5000), large('8001 × 5000')],
  ['a PNG of a good size whose rest is missing', png(8000, 5000), damaged],
  ['a JPEG of a good size whose rest is missing', jpeg(1200, 800), damaged],
  ['a PNG cut in its head', png(8000, 4).slice(0, 20), damaged],
  ['a JPEG cut before its size', jpeg(8000, 4).slice(0, 18), damaged],
  [
    'a JPEG whose blocks are nonsense',
    [0xff, 0xd8, 0xff, 0xe0, 0, 2, ...Array<number>(40).fill(7)],
    damaged,
  ],
  ['a size of nothing', png(0, 10), damaged],
  ['a text that is called .jpg', ascii('kein Bild'), none],
  ['an empty file', [], none],
])('%s: what cannot be drawn says why [EXP-56, FIX-31]', (_, bytes, sentence) => {
  expect(undrawable(Uint8Array.from(bytes))).toBe(sentence);
});

const SMALL = 'Dieses Bild ist zu klein. Mindestens 400 × 400 Pixel.';

test.each([
  ['a strip', png(8000, 4), SMALL],
  ['one pixel column too few', png(399, 400), SMALL],
  ['one pixel row too few', jpeg(400, 399), SMALL],
  ['the smallest', png(400, 400), null],
  ['a size that cannot be read', ascii('kein Bild'), null],
])('%s: whether a picture is large enough is read from its head [EXP-56]', (_, bytes, sentence) => {
  expect(tooSmall(Uint8Array.from(bytes), LEAST_SIDE)).toBe(sentence);
});
