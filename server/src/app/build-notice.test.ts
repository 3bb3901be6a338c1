import { afterEach, expect, test, vi } from 'vitest';
import { buildNotice } from './build-notice.ts';

afterEach(() => void vi.useRealTimers());

function shown(isTTY: boolean) {
  const written: string[] = [];
  return { written, notice: buildNotice({ isTTY, write: (text) => written.push(text) }) };
}

test('the terminal tells that pages are built, how long, and when they are there [RUN-19]', () => {
  vi.useFakeTimers();
  const { written, notice } = shown(true);
  notice.begun();
  // The pages of the partner website, at the same time.
  notice.begun();
  vi.advanceTimersByTime(2000);
  notice.ended(true);
  vi.advanceTimersByTime(1000);
  notice.ended(true);
  vi.advanceTimersByTime(5000);
  expect(
    written
      .join('')
      .split('\r')
      .map((text) => text.trim()),
  ).toEqual([
    'Seiten werden gebaut …',
    'Seiten werden gebaut … 1 s',
    'Seiten werden gebaut … 2 s',
    'Seiten werden gebaut … 3 s',
    'Seiten gebaut nach 3 s.',
  ]);
});

test('a log gets two lines, and none where nothing is built [RUN-19]', () => {
  vi.useFakeTimers();
  const { written, notice } = shown(false);
  expect(written).toEqual([]);
  notice.begun();
  vi.advanceTimersByTime(4000);
  notice.ended(true);
  expect(written.join('')).toMatch(/^Seiten werden gebaut …\nSeiten gebaut nach 4 s\. *\n$/);
});

test('pages that cannot be built are not said to be there [RUN-19]', () => {
  const { written, notice } = shown(false);
  notice.begun();
  notice.ended(false);
  expect(written.at(-1)).toBe('Seiten nicht gebaut.\n');
});
