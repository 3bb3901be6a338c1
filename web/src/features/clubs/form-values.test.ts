import { type ClubContent, content } from '@samtrot/shared/clubs/contract.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { expect, test } from 'vitest';
import { checkForm } from './form-check.ts';
import { differs, FIELD_ORDER, missing, openPoints } from './form-values.ts';

const BLANK: ClubContent = {
  club_name: '',
  titel: '',
  beschreibung: '',
  vollstaendiger_name: '',
  telefon: '',
  homepage: '',
  strasse_und_nummer: '',
  postleitzahl: '',
  ort: '',
  canton: '',
  oeffnungszeiten: [],
  monate: 1,
  publish_option: 'Sofort',
  publish_date: '',
  publish_time: '',
};
const WHOLE: ClubContent = {
  ...BLANK,
  club_name: ' Haus  Linde ',
  titel: 'Bar und Räume',
  beschreibung: 'Ruhige Räume mit einer kleinen Bar.',
  vollstaendiger_name: 'Lena Linde',
  telefon: '+41791234567',
  homepage: 'haus-linde.example',
  strasse_und_nummer: 'Lindenweg 3',
  postleitzahl: '8001',
  ort: 'Zürich',
  canton: 'ZH',
};
const NOW = new Date('2026-11-20T12:00:00Z');
const check = (form: ClubContent, more = {}) =>
  checkForm(form, {
    now: NOW,
    cantons: [{ id: 'ZH' }],
    monate: form.monate,
    running: false,
    ...more,
  });

test('the form holds the content of a club and nothing else [CLU-07]', () => {
  const club = { ...WHOLE, ID: 5, version: 3, bilder: [] };
  expect(pick(content, club)).toEqual(WHOLE);
  expect(Object.keys(pick(content, club)).toSorted()).toEqual([...FIELD_ORDER].toSorted());
  expect([differs(WHOLE, { ...WHOLE }), differs(WHOLE, { ...WHOLE, monate: 2 })]).toEqual([
    false,
    true,
  ]);
});

test('an empty form lists what is open in page order, with and without the whole check [CLU-07, ERR-079]', () => {
  const open = Object.keys(missing(BLANK));
  expect(Object.keys(check(BLANK)).toSorted()).toEqual(open.toSorted());
  expect(openPoints(BLANK, missing(BLANK)).map(({ text }) => text)).toEqual([
    ...[
      'Name des Clubs eingeben',
      'Titel eingeben',
      'Beschreibung eingeben',
      'Kontaktperson eingeben',
    ],
    ...['Telefon eingeben', 'Strasse eingeben', 'PLZ eingeben', 'Ort eingeben', 'Kanton wählen'],
  ]);
});

test('a complete form has no problems; wrong values are listed [CLU-07]', () => {
  expect([check(WHOLE), missing(WHOLE)]).toEqual([{}, {}]);
  const wrong = { ...WHOLE, titel: 'x', oeffnungszeiten: [{ tag: 1, von: '10:00', bis: '' }] };
  const problems = check(wrong);
  expect(problems).toEqual({ titel: fieldTexts.tooShort(3), oeffnungszeiten: fieldTexts.format });
  expect(openPoints(wrong, problems)).toEqual([
    { field: 'titel', text: 'Titel prüfen', wrong: true },
    { field: 'oeffnungszeiten', text: 'Öffnungszeiten prüfen', wrong: true },
  ]);
});
