import { describe, expect, test } from 'vitest';
import {
  type Estimator,
  ownWords,
  PASSWORD_GUESSABLE,
  PASSWORD_NAMES,
  strengthOptions,
  strengthProblem,
} from './password-strength-rules.ts';

/** Guesses of the library as these tests need them; what is not here is hard to guess. */
const GUESSES: Record<string, number> = {
  sommer: 5000,
  winter: 99_999,
  katze: 5000,
  tasse: 5000,
  rotkehl: 100_000,
  '2026': 10,
  '12345': 999,
  '5678': 1000,
  8: 1,
  3: 1,
  9: 1,
  1: 1,
};
const estimate: Estimator = (text) => ({ score: 4, guesses: GUESSES[text] ?? 1e12 });
const problem = (password: string, own: string[] = []) => strengthProblem(password, own, estimate);

test('the two refusals say what to do instead [ACC-40]', () => {
  expect([PASSWORD_NAMES, PASSWORD_GUESSABLE]).toEqual([
    'Verwende weder deine E-Mail-Adresse noch einen deiner Namen noch «Samtrot».',
    'Bekannte Wörter, Jahreszahlen und Reihen wie «qwertz» sind leicht zu erraten, auch mit Zeichen daran. Nimm mehrere Wörter, die nicht zusammengehören.',
  ]);
});

describe('names', () => {
  test.each([
    [{}, ['samtrot']],
    [
      { email: 'zora.K@beispiel.ch', username: 'Rotkehlchen_97', nickname: 'Mara Müller' },
      ['zorakbeispielch', 'zorak', 'rotkehlchen97', 'maramüller', 'samtrot'],
    ],
    [{ username: 'Lia', nickname: 'Lena' }, ['lena', 'samtrot']],
    [{ nickname: 'Ｌｅｎａ' }, ['lena', 'samtrot']],
    [{ nickname: 'Лена٣' }, ['лена٣', 'samtrot']],
  ])('of %j a password must not hold %j [ACC-40]', (names, words) => {
    expect(ownWords(names)).toEqual(words);
  });

  test.each([
    ['Z.O.R.A-Berg-Tal-9', PASSWORD_NAMES],
    ['Berg-ＳＡＭＴＲＯＴ-9', PASSWORD_NAMES],
    ['Zo-Berg-Ra-9', null],
  ])('%s with the names Zora and Samtrot: %s [ACC-40]', (password, refusal) => {
    expect(problem(password, ['zora', 'samtrot'])).toBe(refusal);
  });

  test('a name is said before what is easily guessed [ACC-40]', () => {
    expect(problem('Sommer2026', ['sommer'])).toBe(PASSWORD_NAMES);
  });
});

test('below the score of three of four a password is refused [ACC-40]', () => {
  const own = ['lena', 'samtrot'];
  const scored = (score: number) =>
    strengthProblem('Vier-9-Hasen', own, (text, words) => ({
      score: words === own && text === 'Vier-9-Hasen' ? score : 4,
      guesses: 1e12,
    }));
  expect([2, 3].map(scored)).toEqual([PASSWORD_GUESSABLE, null]);
});

describe('one common word with endings that are tried first is refused [ACC-40]', () => {
  test.each([
    ['the word alone', 'Sommer!!!!!!'],
    ['in capital letters', 'SOMMER2026'],
    ['a year and signs', 'Sommer2026!!x'],
    ['a number in front', '2026-Sommer'],
    ['two runs of digits', '12345sommer2026'],
    ['a word just common enough', 'Winter2026'],
    ['a short syllable beside it', 'so-Sommer-2026'],
    ['no word at all', '2026-12345!!'],
    ['0 for o', 's0mmer2026'],
    ['1 for i', 'W1nter2026'],
    ['! for i', 'W!nter2026'],
    ['3 for e', 'Somm3r2026'],
    ['4 for a', 'k4tze2026'],
    ['@ for a', 'k@tze2026'],
    ['5 for s', 'ta5se2026'],
    ['$ for s', 'ta$se2026'],
    ['7 for t', 'ka7ze2026'],
  ])('%s: %s', (_, password) => {
    expect(problem(password)).toBe(PASSWORD_GUESSABLE);
  });

  test.each([
    ['a rare word', 'Rotkehl2026'],
    ['two common words', 'Sommer-Katze-2026'],
    ['two common words without digits', 'Sommer-Katze'],
    ['digits that are no usual ones', 'Sommer5678'],
    ['one of two runs of digits that is none', 'Sommer2026!8391'],
    ['simple digits apart are no number', 'Sommer8391'],
    ['a sign before the word is no letter', '1winter-$tasse2026'],
    ['a sign after the word is no letter', 'winter1-tasse$2026'],
    ['three letters count as a word', 'abc-Sommer2026'],
  ])('but not %s: %s', (_, password) => {
    expect(problem(password)).toBeNull();
  });
});

test('the library knows common passwords, words and names of the four languages [ACC-40]', () => {
  const graphs = { qwertz: {} };
  const german = {
    commonWords: ['sommer'],
    firstnames: ['lena'],
    lastnames: ['meier'],
    wikipedia: ['quark'],
    diceware: ['zahn'],
  };
  const english = { commonWords: ['summer'], lastnames: ['smith'], 'wikipedia-en': ['quark'] };
  const options = strengthOptions(
    {
      dictionary: { passwords: ['123456'], 'passwords-more': ['qwertz'], diceware: ['tooth'] },
      adjacencyGraphs: graphs,
    },
    {
      de: { dictionary: german },
      fr: { dictionary: { lastnames: ['martin'] } },
      it: { dictionary: { lastnames: ['rossi'], 'no-lastnames-it': ['xx'] } },
      en: { dictionary: english },
    },
  );
  expect(options).toEqual({
    dictionary: {
      'passwords-common': ['123456'],
      'passwords-more': ['qwertz'],
      'commonWords-de': ['sommer'],
      'firstnames-de': ['lena'],
      'lastnames-de': ['meier'],
      'lastnames-fr': ['martin'],
      'lastnames-it': ['rossi'],
      'commonWords-en': ['summer'],
    },
    graphs,
    maxLength: 64,
    l33tMaxSubstitutions: 20,
  });
});
