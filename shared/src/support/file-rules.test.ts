import { expect, test } from 'vitest';
import {
  downloadName,
  FILE_BODY_LIMIT,
  FILE_KINDS,
  FILE_MAX_BYTES,
  FILE_NAME_MAX,
  FILES_MAX,
  fileKindOf,
  fileNameProblem,
  fileTexts,
} from './file-rules.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const text = (ascii: string) => Uint8Array.from(ascii, (sign) => sign.charCodeAt(0));

test('a message takes five files of 10 MB each and says so [EXP-90]', () => {
  expect([FILES_MAX, FILE_MAX_BYTES]).toEqual([5, 10 * 2 ** 20]);
  expect(fileTexts).toEqual({
    type: 'Nur Dateien im Format PNG, JPG oder PDF.',
    size: 'Höchstens 10 MB pro Datei.',
    number: 'Höchstens 5 Dateien pro Nachricht.',
    unreadable: 'Dieses Bild lässt sich nicht lesen. Speichere es neu oder nimm ein anderes.',
    account: 'Dateien gehen nur an ein Konto. Eine Antwort per E-Mail trägt keine.',
    gone: 'Diese Datei ist nicht mehr da. Lade sie noch einmal hoch.',
  });
});

test('a request holds the largest file in base64 with its name, and little more [EXP-90]', () => {
  const data = 'A'.repeat(Math.ceil((FILE_MAX_BYTES * 4) / 3 / 4) * 4);
  const request = JSON.stringify({ name: '', data });
  // A sign of the name is at most four bytes.
  const length = request.length + 4 * FILE_NAME_MAX;
  expect(FILE_BODY_LIMIT).toBeGreaterThan(length);
  expect(FILE_BODY_LIMIT).toBeLessThan(length + 8192);
});

test.each([
  ['a PNG', new Uint8Array(PNG), 'picture'],
  ['a JPG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'picture'],
  ['a PDF', text('%PDF-1.7\n'), 'pdf'],
  ['the beginning of a PDF alone', text('%PDF-'), 'pdf'],
  ['less than it', text('%PDF'), null],
  ['a PDF behind something', text('x%PDF-1.7'), null],
  ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ['nothing', new Uint8Array(), null],
] as const)('the first bytes of %s make it: %s [EXP-90]', (_, bytes, kind) => {
  expect(fileKindOf(bytes)).toBe(kind);
});

test('the name of a file is there, bounded and without hidden signs [EXP-90]', () => {
  expect(
    ['', 'a', 'ä'.repeat(200), 'ä'.repeat(201), 'a\u202egpj.exe'].map(fileNameProblem),
  ).toEqual([
    'Dieses Feld ist erforderlich',
    ...[null, null],
    'Maximal 200 Zeichen erlaubt',
    'Ungültiges Format',
  ]);
});

test.each([
  ['foto.png', 'picture', 'foto.webp'],
  ['foto', 'picture', 'foto.webp'],
  ['Rechnung 11.2026.jpeg', 'picture', 'Rechnung 11.2026.webp'],
  ['vertrag.pdf', 'pdf', 'vertrag.pdf'],
  ['vertrag.exe', 'pdf', 'vertrag.pdf'],
  ['.png', 'picture', 'Datei.webp'],
  ['', 'pdf', 'Datei.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j.pdf', 'pdf', 'a-b-c-d-e-f-g-h-i-j.pdf'],
] as const)('%j as a %s is downloaded as %j [EXP-90]', (name, kind, download) => {
  expect(FILE_KINDS).toContain(kind);
  expect(downloadName(name, kind)).toBe(download);
});
