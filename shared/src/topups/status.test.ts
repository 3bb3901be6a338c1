import { expect, test } from 'vitest';
import { nonEmpty } from '../testing/non-empty.ts';
import { after, type PaymentEvent, type PaymentStatus, paymentLife } from './status.ts';

const all = Object.keys(paymentLife) as PaymentStatus[];
const events = [...new Set(all.flatMap((status) => Object.keys(paymentLife[status])))] as PaymentEvent[];

test('every state of a payment is reached from its beginning [GUT-19]', () => {
  const reached = new Set<PaymentStatus>(['erstellt']);
  for (const status of reached) for (const next of Object.values(paymentLife[status])) reached.add(next);
  expect([...reached].sort()).toEqual([...all].sort());
});

test('only differing payments and those whose money went back are at their end [GUT-19, T-PAY-13]', () => {
  expect(all.filter((status) => Object.keys(paymentLife[status]).length === 0)).toEqual([
    'erstattet',
    'rueckbelastet',
    'abweichend',
  ]);
});

test('money that came in is credited whatever was reported before, once [GUT-19]', () => {
  const open = all.filter(
    (status) => !['erstellt', 'gutgeschrieben', 'abweichend', 'erstattet', 'rueckbelastet'].includes(status),
  );
  for (const status of nonEmpty(open)) {
    expect(after(status, 'gutschreiben'), status).toBe('gutgeschrieben');
    expect(after(status, 'abweichen'), status).toBe('abweichend');
  }
  for (const event of nonEmpty(events)) {
    if (event !== 'erstatten' && event !== 'rueckbelasten') expect(after('gutgeschrieben', event)).toBeNull();
    expect(after('abweichend', event)).toBeNull();
  }
});

test('a final word is not taken back by a later worse one [GUT-19]', () => {
  for (const status of ['abgelehnt', 'abgebrochen', 'verfallen', 'gescheitert'] as const) {
    for (const event of ['ablehnen', 'abbrechen', 'verfallen', 'scheitern', 'eroeffnen'] as const)
      expect(after(status, event), `${status} ${event}`).toBeNull();
  }
});

test('a payment the provider has not answered for is opened or given up, nothing else [GUT-19]', () => {
  expect(events.filter((event) => after('erstellt', event) !== null)).toEqual(['eroeffnen', 'scheitern']);
});
