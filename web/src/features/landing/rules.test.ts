import { expect, test } from 'vitest';
import { partnerFigure, yearsOfExperience } from './rules.ts';

test('PUB-33 the years of experience are the current Swiss year minus 1998', () => {
  expect(yearsOfExperience(new Date('2026-11-20T12:00:00Z'))).toBe(28);
  expect(yearsOfExperience(new Date('2026-12-31T22:59:59Z'))).toBe(28);
  expect(yearsOfExperience(new Date('2026-12-31T23:00:00Z'))).toBe(29);
});

test('PUB-34 without a loaded list the figure is 10+', () => {
  expect(partnerFigure(null)).toBe('10+');
  expect(partnerFigure(0)).toBe('10+');
  expect(partnerFigure(4)).toBe('4');
});
