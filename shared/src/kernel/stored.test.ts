import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readStored } from './stored.ts';

const Form = z.object({
  name: z.string(),
  times: z.array(z.object({ at: z.string() })),
  on: z.boolean(),
});
const otherwise = { name: 'steht', times: [{ at: '08:00' }], on: true };
const whole = { name: 'getippt', times: [{ at: '12:00' }], on: false };

test.each<[string, unknown, unknown]>([
  ['whole', whole, whole],
  ['a member is missing', { name: 'getippt', on: false }, { ...whole, times: otherwise.times }],
  ['one too many', { ...whole, alt: 1, times: [{ at: '12:00', alt: 1 }] }, whole],
  ['a wrong type', { ...whole, on: 'nein' }, { ...whole, on: true }],
  ['a wrong type within', { ...whole, times: [{ at: 12 }] }, { ...whole, times: otherwise.times }],
  ['a member that is null', { ...whole, name: null }, { ...whole, name: 'steht' }],
  ['nothing of it', {}, otherwise],
  ['nothing', null, null],
  ['a text', 'x', null],
  ['a list', [whole], null],
])('stored edits are read with defaults for missing fields: %s [FIX-21]', (_what, stored, read) => {
  expect(readStored(Form, stored, otherwise)).toEqual(read);
});
