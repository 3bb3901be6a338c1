import { expect, test } from 'vitest';
import { maskedEmail, wanted } from './search-rules.ts';

test.each([
  ['+41 79 555 01 12'],
  ['079 555 01 12'],
  ['0041795550112'],
  ['079/555.01.12'],
  ['+41 (0)79 555 01 12'],
])('%s is looked for by the same digits of a phone number [BOF-68]', (typed) => {
  expect(wanted(typed).phone).toBe('795550112');
});

test.each([
  ['S-10042', { message: 10042 }],
  ['m 2041', { report: 2041 }],
  ['20’418', { number: 20418 }],
  [' Lena@Beispiel.CH ', { email: 'lena@beispiel.ch' }],
  ['21 00000 00003 13947 14300 09017', { reference: '210000000003139471430009017' }],
])('%s is looked for as %j [BOF-68]', (typed, found) => {
  expect(wanted(typed)).toMatchObject(found);
});

test('a name is looked for from three characters on, an address only whole [BOF-68]', () => {
  expect(wanted('Len').name).toBe('len');
  expect(wanted('Le').name).toBeUndefined();
  expect(wanted('lena@').name).toBeUndefined();
});

test('a masked address keeps its first letter and its domain [BOF-69]', () => {
  expect(maskedEmail('lena@example.ch')).toBe('l•••@example.ch');
});
