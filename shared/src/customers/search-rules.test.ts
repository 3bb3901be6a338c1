import { expect, test } from 'vitest';
import { HIT_KINDS, HIT_LABELS, maskedEmail, wanted } from './search-rules.ts';

test.each([
  ['+41 79 555 01 12'],
  ['079 555 01 12'],
  ['0041795550112'],
  ['079/555.01.12'],
  ['+41 (0)79 555 01 12'],
])('%s is looked for by the same digits of a phone number [BOF-68]', (typed) => {
  expect(wanted(typed).phone).toBe('795550112');
});

const UUID = '0191f3a2-4b5c-7d6e-8f90-a1b2c3d4e5f6';
test.each([
  ['S-10042', { message: 10042, reference: 'S-10042', name: 's-10042' }],
  ['s10042', { message: 10042, reference: 's10042', name: 's10042' }],
  ['m 2041', { report: 2041, reference: 'm2041', name: 'm 2041' }],
  ['M-7', { report: 7, name: 'm-7' }],
  ['20’418', { number: 20418, reference: '20418' }],
  ['Nr. 20418', { number: 20418, reference: 'Nr20418', name: 'nr. 20418' }],
  ['Inserat 20447', { number: 20447, reference: 'Inserat20447', name: 'inserat 20447' }],
  ['Nummer 20418', { number: 20418, reference: 'Nummer20418', name: 'nummer 20418' }],
  ['Club Nr. 30007', { number: 30007, reference: 'ClubNr30007', name: 'club nr. 30007' }],
  ['#20418', { number: 20418, reference: '#20418' }],
  ['204', { number: 204 }],
  [' Lena@Beispiel.CH ', { email: 'lena@beispiel.ch' }],
  ['21 00000 00003 13947 14300 09017', { reference: '210000000003139471430009017' }],
  [UUID.toUpperCase(), { uuid: UUID, reference: UUID.toUpperCase(), name: UUID }],
])('%s is looked for as %j and nothing else [BOF-68]', (typed, found) => {
  expect(wanted(typed)).toStrictEqual(found);
});

test('one of our references is found without its dashes, and only whole [BOF-68]', () => {
  const plain = UUID.replaceAll('-', '');
  expect(wanted(plain).uuid).toBe(plain);
  for (const part of [`x${UUID}`, `${UUID}0`, UUID.slice(1), UUID.replace('f6', 'g6')])
    expect(wanted(part).uuid, part).toBeUndefined();
});

test.each(['US-10042', 'S-10042a', 'S--1', 'S-1234567890123456'])(
  '%s is no number of a message [BOF-68]',
  (typed) => expect(wanted(typed).message).toBeUndefined(),
);

test.each(['UM-2041', 'M-2041a'])('%s is no number of a report [BOF-68]', (typed) => {
  expect(wanted(typed).report).toBeUndefined();
});

test.each(['x20418', '20418x', '1234567890123456', 'Inserat', 'Lena 20418'])(
  '%s is no number of a thing [BOF-68]',
  (typed) => {
    expect(wanted(typed).number).toBeUndefined();
  },
);

test.each(['79555011', 'x795550112', '795550112x', '7955501121234567'])(
  '%s is no phone number [BOF-68]',
  (typed) => expect(wanted(typed).phone).toBeUndefined(),
);

test('a reference is looked for from four characters on [BOF-68]', () => {
  expect([wanted('A 12').reference, wanted('AB 12').reference]).toEqual([undefined, 'AB12']);
});

test('each kind of hit has its German name [BOF-69]', () => {
  expect(HIT_KINDS.map((kind) => HIT_LABELS[kind])).toEqual([
    ...['Konto', 'Inserat', 'Banner', 'Club', 'Nachricht', 'Meldung', 'Zahlung', 'Beleg'],
  ]);
});

test('a name is looked for from three characters on, an address only whole [BOF-68]', () => {
  expect(wanted('Len').name).toBe('len');
  expect(wanted('Le').name).toBeUndefined();
  expect(wanted('lena@').name).toBeUndefined();
});

test('a masked address keeps its first letter and its domain [BOF-69]', () => {
  expect(maskedEmail('lena@example.ch')).toBe('l•••@example.ch');
  expect(maskedEmail('"lena@home"@example.ch')).toBe('"•••@example.ch');
});
