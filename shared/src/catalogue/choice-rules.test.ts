import { expect, test } from 'vitest';
import { CANTON_IDS, choicesFor } from './choice-rules.ts';

const one = (id: number, offered = true) => ({ id, name: `Nr. ${id}`, offered });
const CHOICES = {
  cantons: [{ id: 'ZH', name: 'Zürich' }],
  categories: [one(1), one(2, false)],
  offerings: [one(1, false), one(2)],
};

test('what is new may have what is offered, what had more keeps it [BOF-115]', () => {
  expect(choicesFor(CHOICES)).toEqual({
    ...CHOICES,
    categories: [one(1)],
    offerings: [one(2)],
  });
  expect(choicesFor(CHOICES, { categories: [2] })).toEqual({ ...CHOICES, offerings: [one(2)] });
  expect(choicesFor(CHOICES, { categories: [2, 9], offerings: [1] })).toEqual(CHOICES);
});

test('there are 26 cantons, each once', () => {
  expect(new Set(CANTON_IDS).size).toBe(26);
});
