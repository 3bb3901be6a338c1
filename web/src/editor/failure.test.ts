import { expect, test } from 'vitest';
import { ApiError } from '../lib/api/call.ts';
import { failureOf, saveValidFields } from './failure.ts';

const CODES = { conflict: 'VERSION_CONFLICT', final: ['INSERAT_NOT_FOUND'], helpful: ['FULL'] };
const refusal = (code: string, more: ConstructorParameters<typeof ApiError>[2] = {}) =>
  new ApiError(code, 'Meldung', more);

test.for([
  ['a lost connection', new TypeError('fetch'), { kind: 'temporary', hint: '' }],
  ['an unknown code', refusal('INTERNAL'), { kind: 'temporary', hint: '' }],
  ['a code with a helpful message', refusal('FULL'), { kind: 'temporary', hint: 'Meldung' }],
  ['maintenance', refusal('MAINTENANCE'), { kind: 'temporary', hint: 'Meldung' }],
  ['an ended session', refusal('NOT_LOGGED_IN'), { kind: 'session' }],
  ['a missing item', refusal('INSERAT_NOT_FOUND'), { kind: 'final' }],
  [
    'another version',
    refusal('VERSION_CONFLICT', { details: { version: 9, saved_at: '2026-11-20T12:00:00Z' } }),
    { kind: 'conflict', conflict: { version: 9, savedAt: '2026-11-20T12:00:00Z' } },
  ],
] as const)('the failure of a save by %s [EDI-28]', ([, error, expected]) => {
  expect(failureOf(error, CODES)).toEqual(expected);
});

test('refused fields are saved as they were, the others as they are typed [EDI-48]', async () => {
  const sent: object[] = [];
  const save = async (content: { title: string; name: string }) => {
    sent.push(content);
    if (content.title.length > 5)
      throw refusal('INVALID_INPUT', { details: { errors: { 'title.0': 'Zu lang' } } });
    return { version: 4, saved_at: null };
  };
  const before = { title: 'kurz', name: '' };
  expect(await saveValidFields(save, { title: 'zu lang', name: 'Mara' }, before)).toEqual({
    version: 4,
    saved_at: null,
    partly: true,
  });
  expect(sent.at(-1)).toEqual({ title: 'kurz', name: 'Mara' });
  expect(await saveValidFields(save, { title: 'neu', name: 'Mara' }, before)).not.toHaveProperty(
    'partly',
  );
});

test('a refusal of no known field is not repeated [EDI-48]', async () => {
  let calls = 0;
  const save = () => {
    calls++;
    return Promise.reject(refusal('INVALID_INPUT', { details: { errors: { other: 'Falsch' } } }));
  };
  await expect(saveValidFields(save, { title: 'a' }, { title: '' })).rejects.toThrow('Meldung');
  expect(calls).toBe(1);
});
