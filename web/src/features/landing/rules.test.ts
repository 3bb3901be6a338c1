import { expect, test } from 'vitest';
import { partnerSentence, yearsOfExperience } from './rules.ts';

test('the years of experience are the current Swiss year minus 1998 [PUB-33]', () => {
  expect(yearsOfExperience(new Date('2026-11-20T12:00:00Z'))).toBe(28);
  expect(yearsOfExperience(new Date('2026-12-31T22:59:59Z'))).toBe(28);
  expect(yearsOfExperience(new Date('2026-12-31T23:00:00Z'))).toBe(29);
});

test('without a loaded list the figure is 10+ [PUB-34]', () => {
  expect(partnerSentence(null)).toBe(
    'Es erscheint auf 10+ Partner-Webseiten in der ganzen Schweiz.',
  );
  expect(partnerSentence(4)).toBe('Es erscheint auf 4 Partner-Webseiten in der ganzen Schweiz.');
});

test('one website is named as one, and a loaded list without any says so [FIX-47]', () => {
  expect(partnerSentence(1)).toBe('Es erscheint auf 1 Partner-Webseite in der ganzen Schweiz.');
  expect(partnerSentence(0)).toBe('Zurzeit ist keine Partner-Webseite online.');
});
