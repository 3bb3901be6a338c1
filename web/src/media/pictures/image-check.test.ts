import { expect, test } from 'vitest';
import { imageTexts, sortOut } from './image-check.ts';

const file = (name: string, size = 1000) => ({ name, size });
const names = (result: { accepted: { name: string }[] }) => result.accepted.map(({ name }) => name);

test('png, jpg and jpeg are taken in any letter case, everything else is refused by name [MED-01]', () => {
  const result = sortOut(
    ['a.png', 'b.JPG', 'c.jpeg', 'd.gif', 'e.webp', 'jpg'].map((name) => file(name)),
    0,
    10,
  );
  expect(names(result)).toEqual(['a.png', 'b.JPG', 'c.jpeg']);
  expect(result.messages).toEqual(['Nur Bilder im Format PNG oder JPG werden angenommen.']);
});

test('ten megabytes are taken, one byte more is not [MED-02, ERR-087]', () => {
  const result = sortOut([file('a.png', 10 * 1024 * 1024), file('b.png', 10 * 1024 * 1024 + 1)], 0, 10);
  expect(names(result)).toEqual(['a.png']);
  expect(result.messages).toEqual(['Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.']);
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
