import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { EXPORT_OFFERED_MS, EXPORT_PATH, EXPORTS_A_DAY, exportPercent } from './rules.ts';

test.each([
  [0, 0, 0],
  [0, 8, 0],
  [1, 3, 33],
  [7, 8, 87],
  [8, 8, 99],
  [9, 8, 99],
])(
  '%i of %i parts are %i percent, never the whole before the ZIP is ready [ACC-15]',
  (done, total, percent) => expect(exportPercent(done, total)).toBe(percent),
);

test('a copy is offered for seven days, three times a day [ACC-15]', () => {
  expect(EXPORT_OFFERED_MS).toBe(7 * DAY_MS);
  expect(EXPORTS_A_DAY).toBe(3);
  expect(EXPORT_PATH).toBe('/export/daten.zip');
});
