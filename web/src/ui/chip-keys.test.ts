import { describe, expect, it } from 'vitest';
import { moveTo, searched } from './chip-keys.ts';

const CANTONS = ['Aargau', 'Bern', 'Basel-Stadt', 'Genf', 'Graubünden', 'Zug', 'Zürich'];

describe('keys in a group of chips', () => {
  it('arrows move around the ends, Home and End jump, other keys stay with the page [EXP-74]', () => {
    expect(moveTo('ArrowRight', 5, 6)).toBe(0);
    expect(moveTo('ArrowDown', 0, 6)).toBe(1);
    expect(moveTo('ArrowLeft', 0, 6)).toBe(5);
    expect(moveTo('ArrowUp', 3, 6)).toBe(2);
    expect(moveTo('Home', 3, 6)).toBe(0);
    expect(moveTo('End', 3, 6)).toBe(5);
    expect(moveTo('Tab', 3, 6)).toBeUndefined();
    expect(moveTo(' ', 3, 6)).toBeUndefined();
  });

  it('a letter leads to the next chip that begins with it, more letters to the one meant [EXP-74]', () => {
    expect(searched(CANTONS, 'b', 0)).toBe(1);
    expect(searched(CANTONS, 'b', 1)).toBe(2);
    expect(searched(CANTONS, 'bb', 2)).toBe(1);
    expect(searched(CANTONS, 'ba', 1)).toBe(2);
    expect(searched(CANTONS, 'ge', 3)).toBe(3);
    expect(searched(CANTONS, 'z', 0)).toBe(5);
    expect(searched(CANTONS, 'zü', 5)).toBe(6);
    expect(searched(CANTONS, 'zur', 0)).toBe(6);
    expect(searched(CANTONS, 'x', 0)).toBeUndefined();
  });
});
