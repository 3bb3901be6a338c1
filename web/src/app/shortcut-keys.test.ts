import { expect, test } from 'vitest';
import { createShortcuts, PAIR_MS } from './shortcut-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

/** What each of these keys does, one after the other, so many milliseconds apart. */
function typed(keys: string, apart = 100) {
  const shortcuts = createShortcuts();
  return [...keys].map((key, index) =>
    shortcuts.press({ ...plain, key, timeStamp: index * apart }),
  );
}

test('single keys and pairs after G do what the list of keys says [EXP-75]', () => {
  expect(typed('?n/')).toEqual(['list', 'new', 'search']);
  expect(typed('ghgigg')).toEqual([null, 'home', null, 'ads', null, 'credits']);
  expect(typed('N')).toEqual(['new']);
  expect(typed('hiqg')).toEqual([null, null, null, null]);
});

test('a G is forgotten after a while, after another key, and when told [EXP-75]', () => {
  expect(typed('gh', PAIR_MS + 1)).toEqual([null, null]);
  expect(typed('gnh')).toEqual([null, null, null]);
  expect(typed('gggh')).toEqual([null, 'credits', null, 'home']);
  const shortcuts = createShortcuts();
  shortcuts.press({ ...plain, key: 'g', timeStamp: 0 });
  shortcuts.forget();
  expect(shortcuts.press({ ...plain, key: 'h', timeStamp: 1 })).toBeNull();
});

test('with another key held down they belong to the browser [EXP-75]', () => {
  const { press } = createShortcuts();
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(press({ ...plain, key: 'n', timeStamp: 0, [held]: true })).toBeNull();
});
