import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { nonEmpty } from '../testing/non-empty.ts';
import { AppError, type ErrorCode, errors, invalid } from './errors.ts';
import { checked, id, lookup, tidied } from './fields.ts';
import { tidyLine } from './text.ts';

test('every failure has a client or server status and words [API-02]', () => {
  for (const [code, { status, text }] of nonEmpty(Object.entries(errors))) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
    expect(text, code).toMatch(/\S/);
    expect(code).toMatch(/^[A-Z_]+$/);
  }
});

test('places in the words are filled, and none is left when a value is missing [API-02]', () => {
  expect(new AppError('TOO_MANY_ATTEMPTS', { params: { wann: 'in 42 Sekunden' } }).message).toBe(
    'Zu viele Versuche. Bitte versuche es in 42 Sekunden noch einmal.',
  );
  for (const code of nonEmpty(Object.keys(errors) as ErrorCode[]))
    expect(new AppError(code).message).not.toMatch(/[{}]/);
  expect(invalid({ name: 'Falsch' })).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { name: 'Falsch' },
  });
});

const messageOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

test('wrong types and missing members get German words, never those of a library [ERR-079, ERR-082]', () => {
  const field = tidied(tidyLine, (text) => (text === 'gut' ? null : 'Bitte gut.'));
  const form = z.object({
    field,
    n: z.int(),
    list: z.array(z.string()),
    flag: z.boolean(),
    kind: z.literal(['a', 'b']),
  });
  const wrong = [undefined, null, '', 5, true, [], {}, 'x', Number.NaN, 1.5, Symbol.iterator];
  for (const value of wrong) {
    const input = { field: value, n: value, list: value, flag: value, kind: value };
    for (const { path, message } of form.safeParse(input).error?.issues ?? [])
      expect(
        ['Dieses Feld ist erforderlich', 'Ungültiges Format', 'Bitte gut.'],
        `${String(path)}`,
      ).toContain(message);
  }
  expect(messageOf(z.string().check(z.minLength(3)), 'ab')).toBe(
    'Mindestens 3 Zeichen erforderlich',
  );
  expect(messageOf(z.string().check(z.maxLength(3)), 'abcd')).toBe('Maximal 3 Zeichen erlaubt');
  expect(
    messageOf(
      checked(() => 'Nein.'),
      'x',
    ),
  ).toBe('Nein.');
});

test.each([
  0,
  -1,
  1.5,
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  ' 1',
  '１',
  '1234567890123456',
  '1 OR 1=1',
  '',
  null,
  true,
  [],
  [1],
  {},
  Number.NaN,
  2 ** 53,
])('%j is no row number', (value) => {
  expect(id.safeParse(value).success).toBe(false);
});

test('a row number may be a number or its digits', () => {
  expect(id.parse(10_001)).toBe(10_001);
  expect(id.parse('10001')).toBe(10_001);
});

test('a text to look up is bounded and printable', () => {
  expect(messageOf(lookup(3), 'abcd')).toBe('Ungültiges Format');
  expect(messageOf(lookup(3), 'a\u0000')).toBe('Ungültiges Format');
  expect(lookup(3).parse('abc')).toBe('abc');
});
