import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { expect, test } from 'vitest';
import {
  firstStep,
  holdOfAccount,
  holdsOf,
  isOpen,
  isWaiting,
  labelOf,
  whatToChange,
  withoutHeld,
} from './hold.ts';

const hold = (change: Partial<Hold> = {}): Hold => ({
  id: 1,
  object: { type: 'inserat', id: 7 },
  kind: 'revise',
  label: 'Bitte überarbeiten',
  reason: 'Bildregeln',
  text: 'Ein Bild hält unsere Bildregeln nicht ein.',
  fields: [],
  since: '2026-11-20T11:00:00.000Z',
  time: '',
  keeps_paid_time: false,
  resubmitted_at: null,
  may_resubmit: true,
  may_appeal: true,
  appeal: null,
  first: false,
  released_at: null,
  ...change,
});
const field = (name: string, label: string, changed = false) => ({ name, label, changed });

test('the leading button names the first field that has not changed [EXP-93]', () => {
  const [picture, text] = [field('bild:2', 'Bild 2'), field('titel', 'Titel')];
  expect(firstStep(hold({ fields: [picture, text] }))?.label).toBe('Bild 2 ersetzen');
  const changed = [{ ...picture, changed: true }, text];
  expect(firstStep(hold({ fields: changed }))).toEqual({ field: 'titel', label: 'Titel ändern' });
  expect(firstStep(hold({ fields: [{ ...text, changed: true }] }))).toBeNull();
  expect(firstStep(hold())?.label).toBe('Überarbeiten');
});

test('the first step names all that was objected to; pictures may go, too [EXP-93]', () => {
  const [picture, text] = [field('bild:2', 'Bild 2'), field('titel', 'Titel')];
  expect(whatToChange({ fields: [picture] })).toBe('Bild 2 ersetzen oder löschen');
  expect(whatToChange({ fields: [picture, text] })).toBe('Bild 2, Titel ändern');
});

test('what was handed in for another look says so in place of its kind [EXP-94]', () => {
  expect(labelOf(hold())).toBe('Bitte überarbeiten');
  expect(labelOf(hold({ resubmitted_at: '2026-11-20T12:00:00.000Z' }))).toBe('Wird geprüft');
});

test('what waits for its first look is no fault, until something is objected to [BOF-52]', () => {
  const waiting = { kind: 'waiting', first: true } as const;
  expect(isWaiting(hold(waiting))).toBe(true);
  expect(isWaiting(hold({ kind: 'revise', first: true }))).toBe(false);
  expect(isWaiting(hold({ kind: 'waiting' }))).toBe(false);
});

test('only what is held now is left out of the lists, by kind and number [EXP-93]', () => {
  const released = hold({
    object: { type: 'club', id: 7 },
    released_at: '2026-11-20T12:00:00.000Z',
  });
  const things = [{ ID: 7 }, { ID: 8 }];
  const account = { Inserats: things, Banners: things, Clubs: things, holds: [hold(), released] };
  const left = withoutHeld(account as unknown as Parameters<typeof withoutHeld>[0]);
  expect(left.Inserats).toEqual([{ ID: 8 }]);
  expect([left.Banners.length, left.Clubs.length]).toEqual([2, 2]);
  expect(isOpen(holdsOf(account, 'club').get(7))).toBe(false);
});

test('an account is held by a hold of its own that is open [EXP-95]', () => {
  const own = hold({ object: { type: 'account', id: 3 } });
  expect(holdOfAccount({ holds: [hold(), own] })).toBe(own);
  expect(holdOfAccount({ holds: [{ ...own, released_at: own.since }, hold()] })).toBeUndefined();
});
