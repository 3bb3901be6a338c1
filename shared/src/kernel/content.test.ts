import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Content, deliveredIn, pick, tidyTexts } from './content.ts';
import {
  blankOf,
  contactIn,
  examplesOf,
  field,
  inputsOf,
  shownIn,
  text,
  valuesOf,
  withoutTwins,
} from './content-schema.ts';

const content = {
  name: { ...text(3, 5), delivered: true, example: 'Lena' },
  note: text(0, 100, { tidy: 'text', blank: 'leer' }),
  shown: { ...field(z.boolean(), true), open: true },
  wish: { ...field(z.boolean(), false), twin: 'wunsch', internal: true },
} as const satisfies Content;
const blank = { name: '', note: 'leer', shown: true, wish: false };
const call = z.pipe(
  z.object(inputsOf(content)),
  z.transform((sent) => withoutTwins(content, sent)),
);

test('a call may leave everything out: blanks stand in, but for what the server decides [X-29]', () => {
  const { shown: _decided, ...rest } = blank;
  expect(call.parse({})).toEqual(rest);
  expect(call.parse({ shown: false })).toEqual({ ...rest, shown: false });
});

test('of two names for one field the first one counts, and only it arrives [X-29]', () => {
  expect(call.parse({ wunsch: true })).toMatchObject({ wish: true });
  const both = call.parse({ wish: false, wunsch: true });
  expect([both.wish, 'wunsch' in both]).toEqual([false, false]);
});

test('the contact data of a form are the marked fields, blank [ACC-50]', () => {
  const form = {
    ...content,
    telefon: { ...text(0, 20, { blank: '+41' }), contact: true },
  } as const;
  expect(contactIn(form)).toEqual({ telefon: '+41' });
  expect(contactIn(content)).toEqual({});
});

test('a draft is tidied, may be too short, and is never too long', () => {
  expect(call.parse({ name: '  A  b ', note: 'a\r\n\r\n\r\n\r\nb' })).toMatchObject({
    name: 'A b',
    note: 'a\n\nb',
  });
  expect(call.parse({ name: 'L' })).toMatchObject({ name: 'L' });
  expect(call.safeParse({ name: 'x'.repeat(6) }).success).toBe(false);
});

test('what a form, a row and a website hold follows from the fields', () => {
  expect(blankOf(content)).toEqual(blank);
  expect(z.object(valuesOf(content)).parse({ ...blank, id: 7 })).toEqual(blank);
  expect(shownIn(content)).toEqual(['name', 'note', 'shown']);
  expect(Object.keys(deliveredIn(content))).toEqual(['name']);
  expect(examplesOf(content)).toEqual({ ...blank, name: 'Lena' });
  expect(pick(content, { ...blank, id: 7 })).toEqual(blank);
});

test('a page tidies its texts as the server does, and nothing else', () => {
  expect(tidyTexts(content, { ...blank, name: '  A  b ', note: ' a \r\nb' })).toEqual({
    ...blank,
    name: 'A b',
    note: 'a\nb',
  });
});
