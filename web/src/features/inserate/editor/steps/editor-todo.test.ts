import { BLANK_INSERAT, content } from '@samtrot/shared/inserate/contract.ts';
import { switchesOf } from '@samtrot/shared/inserate/place.ts';
import { publishProblems } from '@samtrot/shared/inserate/problems.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { sampleInserat } from '../../list/sample.ts';
import { checkForm } from '../editor-check.ts';
import { toWire } from '../editor-form.ts';
import { FIELD_ORDER, missing, openPoints, openSentence } from './editor-todo.ts';

const now = new Date('2026-11-21T12:00:00Z');
const lists = { cantons: [{ id: 'ZH' }], categories: [{ id: 1 }], offerings: [] };
const full = pick(content, sampleInserat());

test('a blank form lists required fields in page order, and pictures as optional [EDI-83]', () => {
  const points = openPoints(
    BLANK_INSERAT,
    checkForm(BLANK_INSERAT, { now, lists, running: false }),
    0,
  );
  expect(points.map(({ text }) => text)).toEqual([
    'Region wählen',
    'Kategorie wählen',
    'Name eingeben',
    'Titel eingeben',
    'Beschreibung eingeben',
    'Telefon eingeben',
    'Bilder, freiwillig',
  ]);
  expect(nonEmpty(points).some(({ wrong }) => wrong)).toBe(false);
  expect(points.at(-1)?.optional).toBe(true);
});

test('a complete form with a picture lists nothing', () => {
  const problems = checkForm(full, { now, lists, running: false });
  expect(problems).toEqual({});
  expect(openPoints(full, problems, 1)).toEqual([]);
  expect(openSentence(openPoints(full, problems, 0))).toBe('');
});

test('a wrong value is distinguished from a missing one [EDI-46, EDI-58]', () => {
  const form = { ...full, name: 'Al', telefon: '+4112' };
  const points = openPoints(form, checkForm(form, { now, lists, running: false }), 1);
  expect(points).toEqual([
    { field: 'name', text: 'Name prüfen', wrong: true, optional: false },
    { field: 'telefon', text: 'Telefon prüfen', wrong: true, optional: false },
  ]);
  expect(openSentence(points)).toBe('Noch offen: Name prüfen, Telefon prüfen');
  expect(openSentence(points.slice(0, 1))).toBe('Noch offen: Name prüfen');
});

test('what of an address is not shown and a WhatsApp that is off are not required [EDI-56, EXP-51]', () => {
  const texts = (form: typeof full) =>
    openPoints(form, checkForm(form, { now, lists, running: false }), 1).map(({ text }) => text);
  expect(texts({ ...full, ...switchesOf('adresse') })).toEqual([
    'Strasse eingeben',
    'PLZ eingeben',
    'Ort eingeben',
  ]);
  expect(texts({ ...full, ...switchesOf('region'), postleitzahl: '1' })).toEqual([]);
  expect(texts({ ...full, ...switchesOf('ort') })).toEqual(['PLZ eingeben', 'Ort eingeben']);
  expect(
    texts({
      ...full,
      ...switchesOf('adresse'),
      strasse_und_nummer: 'Bahnhofstrasse 1',
      postleitzahl: '80',
      ort: 'Zürich',
    }),
  ).toEqual(['PLZ prüfen']);
  expect(texts({ ...full, whatsapp_erlaubt: true })).toEqual(['WhatsApp-Nummer eingeben']);
  expect(texts({ ...full, whatsapp_erlaubt: true, whatsapp: '+417' })).toEqual([
    'WhatsApp-Nummer prüfen',
  ]);
  expect(texts({ ...full, homepage: 'http://x.ch' })).toEqual(['Webseite prüfen']);
});

test('markup without a word in it is no description [EDI-48, EDI-50]', () => {
  const form = { ...full, beschreibung: '<p></p><h1> </h1>' };
  expect(missing(form)).toEqual({ beschreibung: 'Dieses Feld ist erforderlich' });
  const problems = checkForm(form, { now, lists, running: false });
  expect(problems).toEqual({ beschreibung: 'Die Beschreibung ist erforderlich' });
  expect(openPoints(form, problems, 1)).toMatchObject([
    { text: 'Beschreibung eingeben', wrong: false },
  ]);
});

test('a planned ad needs date and time; a running one does not [EDI-96]', () => {
  const form = { ...full, inserat_typ: '1_week' as const, publish_option: 'Planen' as const };
  const texts = (running: boolean) =>
    openPoints(form, checkForm(form, { now, lists, running }), 1).map(({ text }) => text);
  expect(texts(false)).toEqual(['Datum wählen', 'Zeit wählen']);
  expect(texts(true)).toEqual([]);
});

test('every field that the server can refuse has its place in the order', () => {
  const wrong = {
    ...toWire(BLANK_INSERAT, { inseratId: 1, as: 'publish' }),
    offerings: [99],
    publish_option: 'Planen' as const,
  };
  const all = [
    ...Object.keys(publishProblems(wrong as never, { now, known: lists })),
    ...Object.keys(
      publishProblems({ ...wrong, inserat_typ: '1_week' } as never, { now, known: lists }),
    ),
  ];
  expect(all.filter((field) => !FIELD_ORDER.includes(field))).toEqual([]);
});

test('before the whole check is loaded blank and complete forms have the same list', () => {
  expect(Object.keys(missing(BLANK_INSERAT))).toEqual(
    Object.keys(checkForm(BLANK_INSERAT, { now, lists, running: false })).sort(byOrder),
  );
  expect(missing(full)).toEqual({});
});

const byOrder = (a: string, b: string) => FIELD_ORDER.indexOf(a) - FIELD_ORDER.indexOf(b);
