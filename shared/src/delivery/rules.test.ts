import { expect, test } from 'vitest';
import { foldWords, searchWords } from './rules.ts';

test('a text search extracts words; characters with a meaning to the database separate words [decisions 10]', () => {
  expect(searchWords('Ruhige  ABENDE, Zürich')).toEqual(['ruhige', 'abende', 'zurich']);
  expect(searchWords("o'hara & !x | y:* <-> (z)\\")).toEqual(['o', 'hara', 'x', 'y', 'z']);
  expect(searchWords('a a a')).toEqual(['a']);
  expect(searchWords('Zu\u0308rich')).toEqual(['zurich']);
  expect(searchWords(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(8);
  for (const nothing of ['', '  ', '!!!', "'", '🌙']) expect(searchWords(nothing)).toBeNull();
});

test('words are folded: small, without umlauts and accents, ae as a [decisions 10]', () => {
  expect(foldWords('Ä Bäcker Baecker Öl Oel Über Ueber Straße Émile œuvre')).toBe(
    'a backer backer ol ol uber uber strasse emile œuvre',
  );
  expect(searchWords('a1 2b')).toEqual(['a1', '2b']);
  // A mark that no letter is composed with stays part of its word.
  expect(searchWords('नमस्ते')).toHaveLength(1);
});
