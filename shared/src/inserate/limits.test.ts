import { expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import { DEFAULT_COUNTRY, DEFAULT_PUSH_TIME, draftTextProblem } from './limits.ts';

test('of a draft description the visible text counts, of every other field all of it [EDI-49, EDI-50]', () => {
  const long = `<p>${'x'.repeat(95)}</p>`;
  expect(draftTextProblem('beschreibung')(`<p>${'x'.repeat(5000)}</p>`)).toBeNull();
  expect(draftTextProblem('beschreibung')(`<p>${'x'.repeat(5001)}</p>`)).toBe(fieldTexts.tooLong(5000));
  expect(draftTextProblem('titel')(long)).toBe(fieldTexts.tooLong(100));
  expect(draftTextProblem('titel')('x'.repeat(100))).toBeNull();
});

test('a draft may be empty but holds no control characters [EDI-81, ERR-082]', () => {
  expect(draftTextProblem('titel')('')).toBeNull();
  expect(draftTextProblem('titel')('a\u0000')).toBe(fieldTexts.format);
});

test('a push is at noon and an address in Switzerland unless chosen otherwise [EDI-78, EDI-88]', () => {
  expect([DEFAULT_PUSH_TIME, DEFAULT_COUNTRY]).toEqual(['12:00', 'Schweiz']);
});
