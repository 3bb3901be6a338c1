import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cursorOf, inWords, type Ordering, type Place, placeIn } from './keyset.ts';

const amount: Ordering = {
  keys: [
    { by: sql`p.amount`, kind: 'number' },
    { by: sql`p.id`, kind: 'number' },
  ],
  falling: false,
  nullable: true,
};
const time: Ordering = { ...amount, keys: [{ by: sql`p.at`, kind: 'time' }, amount.keys[1]!] };
const kind: Ordering = {
  keys: [{ by: sql`p.kind`, kind: 'text' }, amount.keys[1]!],
  falling: true,
  words: ['held', 'login'],
};

test.each<[string | undefined, Ordering, Place]>([
  ['amount', amount, ['-250', '7']],
  ['amount', amount, [null, '7']],
  ['-at', time, ['1779284400000123', '7']],
  ['kind', kind, ['login', '7']],
  [undefined, { keys: [amount.keys[1]!], falling: true }, ['7']],
])(
  'a cursor of sort %s brings back the place it was made of [BOF-144]',
  (sort, ordering, place) => {
    const cursor = cursorOf(sort, place);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(placeIn({ cursor, sort }, ordering)).toEqual(place);
  },
);

test('without a cursor a list begins [BOF-144]', () => {
  expect(placeIn({ sort: 'amount' }, amount)).toBeNull();
});

const encoded = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');

test.each<[string, string, Ordering, string]>([
  ['of another column', 'amount', amount, cursorOf('fee', ['250', '7'])],
  ['of the other direction', 'amount', amount, cursorOf('-amount', ['250', '7'])],
  ['without a sort', 'amount', amount, cursorOf(undefined, ['250', '7'])],
  ['with fewer values', 'amount', amount, cursorOf('amount', ['250'])],
  ['with more values', 'amount', amount, cursorOf('amount', ['250', '7', '8'])],
  ['with a word for a number', 'amount', amount, cursorOf('amount', ['viel', '7'])],
  ['with too large a number', 'amount', amount, cursorOf('amount', ['9'.repeat(19), '7'])],
  ['with too late a time', 'at', time, cursorOf('at', ['9'.repeat(17), '7'])],
  ['without its last key', 'amount', amount, cursorOf('amount', ['250', null])],
  ['without a value that none lacks', 'kind', kind, cursorOf('kind', [null, '7'])],
  ['with an unknown word', 'kind', kind, cursorOf('kind', ['purged', '7'])],
  ['with a null character', 'kind', { ...kind, words: ['\0'] }, cursorOf('kind', ['\0', '7'])],
  ['with a number for a text', 'amount', amount, encoded(['amount', 250, 7])],
  ['that is no list', 'amount', amount, encoded({ sort: 'amount' })],
  ['that is no cursor', 'amount', amount, 'x'],
])('a cursor %s is refused at its field [BOF-144]', (_what, sort, ordering, cursor) => {
  let refused: unknown;
  try {
    placeIn({ cursor, sort }, ordering);
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: { cursor: fieldTexts.format } });
});

test('codes follow each other by what people call them, as in German [BOF-144]', () => {
  const words = { held: 'Gesperrt', added: 'Überall online', login: 'angemeldet' };
  const codes = Object.keys(words) as (keyof typeof words)[];
  expect(inWords(codes, (code) => words[code])).toEqual(['login', 'held', 'added']);
});
