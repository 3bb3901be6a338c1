import { expect, test } from 'vitest';
import { websiteNameProblem, websiteUrlProblem } from '../partners/rules.ts';
import { searchWords } from './rules.ts';

test('a text search looks for words; marks that mean something to the database separate and vanish [decisions 10]', () => {
  expect(searchWords('Ruhige  ABENDE, Zürich')).toEqual(['ruhige', 'abende', 'zurich']);
  expect(searchWords("o'hara & !x | y:* <-> (z)\\")).toEqual(['o', 'hara', 'x', 'y', 'z']);
  expect(searchWords('a a a')).toEqual(['a']);
  expect(searchWords('Zu\u0308rich')).toEqual(['zurich']);
  expect(searchWords(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(8);
  for (const nothing of ['', '  ', '!!!', "'", '🌙']) expect(searchWords(nothing)).toBeNull();
});

test('a partner website has a name and an address of the web [decisions 6]', () => {
  for (const url of ['https://mondgarten.example', 'http://localhost:3001', 'https://a.ch/pfad?x=1']) {
    expect(websiteUrlProblem(url), url).toBeNull();
  }
  for (const url of [
    '',
    'mondgarten.ch',
    'javascript:alert(1)',
    'https://',
    'https://user:pw@a.ch',
    'ftp://a.ch',
    'https://a.ch/<x>',
    `https://a.ch/${'x'.repeat(500)}`,
  ]) {
    expect(websiteUrlProblem(url), url).not.toBeNull();
  }
  expect(websiteNameProblem('Mondgarten')).toBeNull();
  for (const name of ['', 'x', 'y'.repeat(81), 'a\u0000b']) expect(websiteNameProblem(name)).not.toBeNull();
});
