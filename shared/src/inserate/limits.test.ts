import { expect, test } from 'vitest';
import { draftProblem, fieldTexts } from '../kernel/text.ts';
import { content } from './contract.ts';
import { plainText } from './html.ts';
import { DEFAULT_COUNTRY, DEFAULT_PUSH_TIME } from './limits.ts';

const titleProblem = (text: string) => draftProblem(text, content.titel.length.max);
const descriptionProblem = (html: string) =>
  draftProblem(html, content.beschreibung.length.max, plainText);

test('of a draft description the visible text counts, of every other field all of it [EDI-49, EDI-50]', () => {
  const long = `<p>${'x'.repeat(95)}</p>`;
  expect(descriptionProblem(`<p>${'x'.repeat(5000)}</p>`)).toBeNull();
  expect(descriptionProblem(`<p>${'x'.repeat(5001)}</p>`)).toBe(fieldTexts.tooLong(5000));
  expect(titleProblem(long)).toBe(fieldTexts.tooLong(100));
  expect(titleProblem('x'.repeat(100))).toBeNull();
});

test('a draft may be empty but holds no control characters [EDI-81, ERR-082]', () => {
  expect(titleProblem('')).toBeNull();
  expect(titleProblem('a\u0000')).toBe(fieldTexts.format);
});

test('a push is at noon and an address in Switzerland unless chosen otherwise [EDI-78, EDI-88]', () => {
  expect([DEFAULT_PUSH_TIME, DEFAULT_COUNTRY]).toEqual(['12:00', 'Schweiz']);
});
