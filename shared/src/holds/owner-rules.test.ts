import { expect, test } from 'vitest';
import { changeFirst, fieldWord, nameOf, pictureField, pictureIn } from './owner-rules.ts';

test.each([1, 2, 42, 99])('picture %i is found again in the field that names it [EXP-94]', (n) => {
  expect(pictureIn(pictureField(n))).toBe(n);
  expect(fieldWord(pictureField(n))).toBe(`Bild ${n}`);
});

test.each(['bild', 'bild:', 'bild:0', 'bild:100', 'xbild:1', 'bild:1x', 'titel'])(
  '%s names no picture of its own [EXP-94]',
  (field) => {
    expect(pictureIn(field)).toBeUndefined();
  },
);

test('what to change is said in the owner’s words [EXP-94]', () => {
  expect(changeFirst(['bild', 'titel', 'bild:2', 'ort'])).toBe(
    'Ändere zuerst: Bilder, Titel, Bild 2, Ort',
  );
  expect(nameOf('account', 7)).toBe('Dein Konto');
  expect(nameOf('club', 7)).toBe('Dein Club Nr. 7');
});
