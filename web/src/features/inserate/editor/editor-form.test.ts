import {
  BLANK_INSERAT,
  content,
  type InseratContent,
  saveInserat,
} from '@samtrot/shared/inserate/contract.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sampleInserat } from '../list/sample.ts';
import {
  allChosen,
  hasChanges,
  stillOffered,
  toggled,
  toWire,
  withPackage,
  worthSaving,
} from './editor-form.ts';

const premium: InseratContent = {
  ...BLANK_INSERAT,
  inserat_typ: '1_week',
  publish_option: 'Planen',
  publish_date: '2026-12-01',
  publish_time: '08:00',
};

test('a new ad is free, online at once, in Switzerland and without a kind of pictures [EDI-20, MED-15]', () => {
  expect(BLANK_INSERAT).toMatchObject({
    inserat_typ: 'free',
    publish_option: 'Sofort',
    originalbilder: 'Keine Angaben',
  });
  expect(BLANK_INSERAT).toMatchObject({ telefon: '', land: 'Schweiz', adresse_anzeigen: false });
});

test('a free ad is forced to Sofort; premium restores the planned time [EDI-97]', () => {
  const free = withPackage(premium, 'free');
  expect(free.publish_option).toBe('Sofort');
  expect(toWire(free, { inseratId: 1, as: 'publish' })).toMatchObject({
    publish_option: 'Sofort',
    publish_date: '',
    publish_time: '',
  });
  expect(withPackage(premium, '1_month').publish_option).toBe('Planen');
  expect(withPackage(free, '1_week')).toMatchObject({
    publish_option: 'Sofort',
    publish_date: '2026-12-01',
  });
});

test('choosing an item twice leaves it unchosen [EDI-40, EDI-41, EDI-42]', () => {
  expect(toggled(['ZH'], 'BE')).toEqual(['ZH', 'BE']);
  expect(toggled(['ZH', 'BE'], 'ZH')).toEqual(['BE']);
  expect(toggled(toggled<number>([], 4), 4)).toEqual([]);
});

test('a choice that is not offered any more is removed in the editor [EDI-44, EDI-41]', () => {
  const lists = {
    cantons: [{ id: 'ZH' }],
    categories: [{ id: 2 }, { id: 1 }],
    offerings: [{ id: 5 }],
  };
  const form = { ...BLANK_INSERAT, cantons: ['ZH', 'XX'], categories: [1, 9, 2], offerings: [4] };
  expect(stillOffered(form, lists)).toEqual({
    ...form,
    cantons: ['ZH'],
    categories: [1, 2],
    offerings: [],
  });
});

test('select-all is on exactly while all offerings are chosen, in whatever order [EDI-43]', () => {
  expect(allChosen([3, 1, 2], [1, 2, 3])).toBe(true);
  expect(allChosen([1, 2], [1, 2, 3])).toBe(false);
  expect(allChosen([], [])).toBe(false);
});

test('the form becomes the body of saveInserat, which the contract accepts [EDI-21, EDI-96]', () => {
  const body = toWire(
    { ...premium, name: 'Mara', telefon: '+41791234567', cantons: ['ZH'], categories: [2] },
    { inseratId: 20463, as: 'draft' },
  );
  expect(z.parse(saveInserat.input, body)).toMatchObject({
    inserat_id: 20463,
    post_status: 'draft',
    inserat_typ: '1_week',
    name: 'Mara',
    telefon: '+41791234567',
    cantons: ['ZH'],
    categories: [2],
    publish_option: 'Planen',
    publish_date: '2026-12-01',
    publish_time: '08:00',
  });
  expect('expected_total' in body).toBe(false);
  expect(toWire(premium, { inseratId: 1, as: 'publish', expectedTotal: 45 }).expected_total).toBe(
    45,
  );
});

test('an ad opened and saved unchanged is sent as it was stored [EDI-02, EDI-54]', () => {
  const stored = sampleInserat({
    cantons: ['ZH', 'BE'],
    categories: [2, 1],
    offerings: [3],
    inserat_typ: '1_week',
  });
  const body = toWire(pick(content, stored), { inseratId: stored.ID, as: 'publish' });
  for (const key of [
    'name',
    'titel',
    'telefon',
    'cantons',
    'categories',
    'offerings',
    'inserat_typ',
  ] as const) {
    expect(body[key]).toEqual(stored[key]);
  }
});

test('description, switches and address are sent as they were stored [EDI-51, EDI-55, EDI-56]', () => {
  const stored = sampleInserat({
    beschreibung: '<h2 class="align-center">Hallo</h2><p><strong>Bis bald.</strong></p>',
    sms_erlaubt: true,
    whatsapp_erlaubt: true,
    whatsapp: '+491511234567',
    homepage: 'https://example.ch',
    adresse_anzeigen: true,
    strasse_und_nummer: 'Langstrasse 88',
    adressezusatz: '2. Stock',
    postleitzahl: '8004',
    ort: 'Zürich',
    land: 'Schweiz',
  });
  const body = toWire(pick(content, stored), { inseratId: stored.ID, as: 'draft' });
  for (const key of nonEmpty(Object.keys(body) as (keyof typeof body)[]))
    if (key in stored && key !== 'post_status')
      expect(body[key], key).toEqual(stored[key as keyof typeof stored]);
  expect(body.beschreibung).toBe(stored.beschreibung);
  expect(
    toWire({ ...pick(content, stored), whatsapp_erlaubt: false }, { inseratId: 1, as: 'draft' })
      .whatsapp,
  ).toBe('');
});

test('a choice taken back is no change; a typed character is [EDI-40]', () => {
  const saved = pick(content, sampleInserat({ cantons: ['ZH', 'BE'] }));
  expect(
    hasChanges({ ...saved, cantons: toggled(toggled(saved.cantons, 'ZH'), 'ZH') }, saved),
  ).toBe(false);
  expect(hasChanges({ ...saved, name: `${saved.name}.` }, saved)).toBe(true);
});

test('a new ad is saved only when it holds more than a package [EXP-47]', () => {
  const week = withPackage(BLANK_INSERAT, '1_week');
  expect(worthSaving(week, BLANK_INSERAT, false)).toBe(false);
  expect(worthSaving(week, BLANK_INSERAT, true)).toBe(true);
  expect(worthSaving({ ...week, categories: [1] }, BLANK_INSERAT, false)).toBe(true);
  expect(worthSaving(BLANK_INSERAT, BLANK_INSERAT, true)).toBe(false);
});
