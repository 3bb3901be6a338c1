import { createElement, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left.ts';

afterEach(() => vi.useRealTimers());

const numbers: number[] = [];
function Page() {
  const [until, setUntil] = useState<number | null>(null);
  numbers.push(useSecondsLeft(until));
  if (until === null) {
    vi.advanceTimersByTime(10 * 60_000);
    setUntil(Date.now() + 60_000);
  }
  return null;
}

test('the first number of a countdown is right on a page open for 10 minutes [FIX-13]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') });
  renderToStaticMarkup(createElement(Page));
  expect(numbers).toEqual([0, 60]);
});
