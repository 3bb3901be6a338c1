import { expect, test } from 'vitest';
import { digestDueAt, isDigestMissing } from './rules.ts';

test('the digest is due at 07:00 Swiss time, in winter and in summer [BOF-137]', () => {
  expect(digestDueAt(new Date('2026-11-20T23:30:00Z'))).toEqual(new Date('2026-11-21T06:00:00Z'));
  expect(digestDueAt(new Date('2026-07-20T12:00:00Z'))).toEqual(new Date('2026-07-20T05:00:00Z'));
});

test('it is missing a quarter of an hour late, if somebody chose it before [BOF-137]', () => {
  const chosen = new Date('2026-11-19T12:00:00Z');
  const at = (time: string, sent = false, firstChosen: Date | null = chosen) =>
    isDigestMissing({ sent, firstChosen }, new Date(`2026-11-20T${time}Z`));
  expect([at('06:14:59'), at('06:15:00'), at('06:15:00', true)]).toEqual([false, true, false]);
  expect([at('09:00:00', false, null), at('05:59:00')]).toEqual([false, false]);
  expect(at('09:00:00', false, new Date('2026-11-20T06:00:00Z'))).toBe(false);
});
