import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteSentVersion, readSentVersion } from './sent-version.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  vi.stubGlobal('location', { pathname: '/banner_edit/7' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that answers these versions one after the other, and the last one from then on. */
function form(...versions: (number | undefined)[]) {
  let reads = 0;
  const read = async () => ({ version: versions[Math.min(reads++, versions.length - 1)] });
  const answer = readSentVersion(read, ({ version }) => version);
  return { answer, reads: () => reads };
}

test('a reload reads until the last call of the page before is processed [EDI-28, BAN-53]', async () => {
  noteSentVersion(3);
  const { answer, reads } = form(2, 2, 3);
  await vi.runAllTimersAsync();
  expect([await answer, reads()]).toEqual([{ version: 3 }, 3]);
  expect(kept.size, 'the note is used up').toBe(0);
});

test('a reload shows the stored version when that call has failed, and waits once [EDI-28]', async () => {
  noteSentVersion(3);
  const { answer, reads } = form(2);
  await vi.runAllTimersAsync();
  expect([await answer, reads()]).toEqual([{ version: 2 }, 7]);
  const second = form(2);
  expect([await second.answer, second.reads()]).toEqual([{ version: 2 }, 1]);
});

test('an item of another address, and a deleted one, is read once [EDI-28]', async () => {
  noteSentVersion(3);
  const gone = form(undefined);
  expect([await gone.answer, gone.reads()]).toEqual([{ version: undefined }, 1]);
  noteSentVersion(3);
  vi.stubGlobal('location', { pathname: '/banner_edit/8' });
  const other = form(1);
  expect([await other.answer, other.reads()]).toEqual([{ version: 1 }, 1]);
});

test('a note that is old or cannot be read is ignored [EDI-28]', async () => {
  noteSentVersion(3);
  vi.setSystemTime(Date.now() + 10_000);
  const late = form(2);
  expect([await late.answer, late.reads()]).toEqual([{ version: 2 }, 1]);
  kept.set('sent-version', '{');
  const broken = form(2);
  expect([await broken.answer, broken.reads()]).toEqual([{ version: 2 }, 1]);
});

test('the note holds the address and the version, and nothing that was typed [EDI-28]', () => {
  vi.setSystemTime(5);
  noteSentVersion(3);
  expect([...kept.values()]).toEqual([
    '{"path":"/banner_edit/7","from":"/banner_edit/7","version":3,"at":5}',
  ]);
});
