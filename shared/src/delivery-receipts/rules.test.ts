import { expect, test } from 'vitest';
import { stepOf } from './rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const facts = { shown: true, since: at(10), deliveredAt: null, seenAt: null, goneAt: null };

test.each([
  ['online and not fetched', {}, 'bereit'],
  ['fetched', { deliveredAt: at(11) }, 'geliefert'],
  ['fetched the moment it came online', { deliveredAt: at(10) }, 'geliefert'],
  ['looked at', { deliveredAt: at(11), seenAt: at(12) }, 'gesehen'],
  ['looked at the moment it was fetched', { deliveredAt: at(11), seenAt: at(11) }, 'gesehen'],
  ['looked at though no delivery is known', { seenAt: at(12) }, 'gesehen'],
  [
    'looked at though the delivery that is known was of an earlier run',
    { deliveredAt: at(5), seenAt: at(12) },
    'gesehen',
  ],
  ['fetched in an earlier run only', { deliveredAt: at(5), seenAt: at(6) }, 'bereit'],
  ['fetched again, and seen only before', { deliveredAt: at(13), seenAt: at(12) }, 'geliefert'],
  [
    'taken down there and not fetched again',
    { deliveredAt: at(5), seenAt: at(6), goneAt: at(8) },
    'bereit',
  ],
  [
    'taken down there since, though the clock says it runs',
    { deliveredAt: at(11), goneAt: at(12) },
    'bereit',
  ],
  [
    'looked at without a known delivery before it was taken down',
    { seenAt: at(11), goneAt: at(12) },
    'bereit',
  ],
  ['with a run of unknown beginning, not fetched', { since: null }, 'bereit'],
  ['with a run of unknown beginning, fetched', { since: null, deliveredAt: at(1) }, 'geliefert'],
  ['never online', { shown: false, since: null }, 'nie'],
  ['over, never fetched', { shown: false }, 'nie'],
  ['over, never fetched, and known to be gone', { shown: false, goneAt: at(20) }, 'nie'],
  [
    'over, and not known to the website',
    { shown: false, deliveredAt: at(11), seenAt: at(12) },
    'entfernung_offen',
  ],
  [
    'over, looked at without a known delivery',
    { shown: false, seenAt: at(12) },
    'entfernung_offen',
  ],
  [
    'over, and the website has taken note',
    { shown: false, deliveredAt: at(11), goneAt: at(20) },
    'entfernt',
  ],
  [
    'over, noted the moment it was last fetched',
    { shown: false, deliveredAt: at(11), goneAt: at(11) },
    'entfernt',
  ],
  [
    'over, and fetched once more after it was noted',
    { shown: false, deliveredAt: at(21), goneAt: at(20) },
    'entfernung_offen',
  ],
] as const)('%s [decisions 7]', (_, changes, step) => {
  expect(stepOf({ ...facts, ...changes })).toBe(step);
});
