import { describe, expect, it } from 'vitest';
import { missingTitle } from './missing-summary.tsx';

const points = (...wrong: boolean[]) => wrong.map((one) => ({ wrong: one }));

describe('the title of the summary', () => {
  it('counts what is missing, and apart from it what is wrong [EXP-76]', () => {
    expect(missingTitle(points(false, false))).toBe('2 Angaben fehlen');
    expect(missingTitle(points(false))).toBe('1 Angabe fehlt');
    expect(missingTitle(points(true))).toBe('1 Angabe stimmt nicht');
    expect(missingTitle(points(true, true))).toBe('2 Angaben stimmen nicht');
    expect(missingTitle(points(false, false, true))).toBe(
      '2 Angaben fehlen, 1 Angabe stimmt nicht',
    );
  });
});
