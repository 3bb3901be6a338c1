import { expect, test } from 'vitest';
import { GIVE_UP_MS, verdict } from './payment-return.ts';

const OUTCOMES = ['success', 'cancelled', 'failed', 'unclear'] as const;

test.each(OUTCOMES)(
  'the status of the server wins over the address: %s [GUT-20, GUT-26, GUT-30]',
  (address) => {
    expect(verdict(address, 'credited', 0)).toEqual({ kind: 'credited' });
    expect(verdict(address, 'declined', 0)).toEqual({ kind: 'message', say: 'failed' });
    expect(verdict(address, 'failed', 0)).toEqual({ kind: 'message', say: 'failed' });
    expect(verdict(address, 'cancelled', 0)).toEqual({ kind: 'message', say: 'cancelled' });
    expect(verdict(address, 'refunded', 0)).toEqual({ kind: 'over' });
    for (const status of ['partial', 'review'] as const)
      expect(verdict(address, status, 0)).toEqual({ kind: 'decision' });
  },
);

test.each(OUTCOMES)(
  'no address makes a success of an open or unknown payment: %s [GUT-23, GUT-26]',
  (address) => {
    for (const status of ['pending', null] as const) {
      for (const elapsed of [0, 1_000, 10_000, GIVE_UP_MS])
        expect(verdict(address, status, elapsed).kind).not.toBe('credited');
    }
  },
);

test('while the server does not know yet, a cancelled or declined return says so at once [GUT-21, GUT-22]', () => {
  expect(verdict('cancelled', 'pending', 0)).toEqual({ kind: 'message', say: 'cancelled' });
  expect(verdict('failed', null, 0)).toEqual({ kind: 'message', say: 'failed' });
});

test('an unclear return is asked again after one second and then said to be unclear [GUT-27, GUT-28, CON-19]', () => {
  expect(verdict('unclear', 'pending', 0)).toEqual({ kind: 'wait', ms: 1_000, checking: false });
  expect(verdict('unclear', 'pending', 1_000)).toEqual({ kind: 'message', say: 'unclear' });
});

test('an unconfirmed success is polled every second, shown after two, slower after ten [GUT-23, GUT-27]', () => {
  expect(verdict('success', 'pending', 0)).toEqual({ kind: 'wait', ms: 1_000, checking: false });
  expect(verdict('success', 'pending', 1_999)).toEqual({
    kind: 'wait',
    ms: 1_000,
    checking: false,
  });
  expect(verdict('success', 'pending', 2_000)).toEqual({ kind: 'wait', ms: 1_000, checking: true });
  expect(verdict('success', 'pending', 9_999)).toEqual({ kind: 'wait', ms: 1_000, checking: true });
  expect(verdict('success', 'pending', 10_000)).toEqual({
    kind: 'wait',
    ms: 5_000,
    checking: true,
  });
  expect(verdict('success', 'pending', GIVE_UP_MS)).toEqual({ kind: 'give-up' });
});
