import { expect, test } from 'vitest';
import { partnerFigure, yearsOfExperience } from './rules.ts';

test('the years of experience are the current Swiss year minus 1998 [PUB-33]', () => {
  expect(yearsOfExperience(new Date('2026-11-20T12:00:00Z'))).toBe(28);
  expect(yearsOfExperience(new Date('2026-12-31T22:59:59Z'))).toBe(28);
  expect(yearsOfExperience(new Date('2026-12-31T23:00:00Z'))).toBe(29);
});

test('without a loaded list the figure is 10+ [PUB-34]', () => {
  expect(partnerFigure(null)).toBe('10+');
  expect(partnerFigure(0)).toBe('10+');
  expect(partnerFigure(4)).toBe('4');
});
