import { expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import { content } from './contract.ts';
import { DEFAULT_COUNTRY, DEFAULT_PUSH_TIME } from './limits.ts';

test('of a draft description the visible text counts, of every other field all of it [EDI-49, EDI-50]', () => {
  const long = `<p>${'x'.repeat(95)}</p>`;
  expect(content.beschreibung.problem(`<p>${'x'.repeat(5000)}</p>`)).toBeNull();
  expect(content.beschreibung.problem(`<p>${'x'.repeat(5001)}</p>`)).toBe(fieldTexts.tooLong(5000));
  expect(content.titel.problem(long)).toBe(fieldTexts.tooLong(100));
  expect(content.titel.problem('x'.repeat(100))).toBeNull();
});

test('a draft may be empty but holds no control characters [EDI-81, ERR-082]', () => {
  expect(content.titel.problem('')).toBeNull();
  expect(content.titel.problem('a\u0000')).toBe(fieldTexts.format);
});

test('a push is at noon and an address in Switzerland unless chosen otherwise [EDI-78, EDI-88]', () => {
  expect([DEFAULT_PUSH_TIME, DEFAULT_COUNTRY]).toEqual(['12:00', 'Schweiz']);
});
