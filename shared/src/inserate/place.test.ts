import { expect, test } from 'vitest';
import { BLANK_INSERAT } from './contract.ts';
import {
  ADDRESS_REMOVED,
  chosenPlace,
  hidesAddress,
  PLACE_TITLES,
  placeHelp,
  placeOf,
  saysLess,
  shownPlace,
  switchesOf,
} from './place.ts';

const WRITTEN = {
  ...BLANK_INSERAT,
  strasse_und_nummer: 'Langstrasse 88',
  postleitzahl: '8004',
  ort: 'Zürich',
};

test('a new ad names its region only, and each choice is read back as it was made [EXP-51]', () => {
  expect(placeOf(BLANK_INSERAT)).toBe('region');
  for (const place of ['region', 'ort', 'adresse'] as const)
    expect(placeOf(switchesOf(place))).toBe(place);
});

test.each([
  ['nothing keeps the region of a new ad', {}, 'region', 'region'],
  ['nothing keeps the address of an older ad', {}, 'adresse', 'adresse'],
  ['the address alone means all of it', { adresse_anzeigen: true }, 'region', 'adresse'],
  ['no address means the region', { adresse_anzeigen: false }, 'adresse', 'region'],
  ['the place alone is no address', { ort_anzeigen: true }, 'adresse', 'ort'],
  ['the address wins', { adresse_anzeigen: true, ort_anzeigen: false }, 'ort', 'adresse'],
] as const)('of a call that says %s [EXP-51]', (_, given, kept, expected) => {
  expect(chosenPlace(given, switchesOf(kept))).toEqual(switchesOf(expected));
});

test('visitors get what was chosen: no street with «Ort», nothing with «Nur Region» [EXP-51]', () => {
  const shown = (place: 'region' | 'ort' | 'adresse') =>
    shownPlace({ ...WRITTEN, ...switchesOf(place) });
  const standort = { plz: '8004', ort: 'Zürich' };
  expect(shown('region')).toEqual({ standort: null, adresse: null });
  expect(shown('ort')).toEqual({ standort, adresse: null });
  expect(shown('adresse')).toEqual({
    standort,
    adresse: { strasse: 'Langstrasse 88', zusatz: '', ...standort, land: 'Schweiz' },
  });
  const part = (more: object) =>
    shownPlace({ ...BLANK_INSERAT, ...switchesOf('adresse'), ...more });
  const none = { strasse: '', zusatz: '', plz: '', ort: '', land: 'Schweiz' };
  expect(part({ postleitzahl: '8004' })).toEqual({
    standort: { plz: '8004', ort: '' },
    adresse: { ...none, plz: '8004' },
  });
  expect(part({ ort: 'Zürich' })).toEqual({
    standort: { plz: '', ort: 'Zürich' },
    adresse: { ...none, ort: 'Zürich' },
  });
  expect(part({ strasse_und_nummer: 'Langstrasse 88' })).toEqual({
    standort: null,
    adresse: { ...none, strasse: 'Langstrasse 88' },
  });
  const nothing = { standort: null, adresse: null };
  expect(shownPlace({ ...BLANK_INSERAT, ...switchesOf('ort') })).toEqual(nothing);
  expect(shownPlace({ ...BLANK_INSERAT, ...switchesOf('adresse') })).toEqual(nothing);
});

test('each choice shows the words that will stand in the ad [EXP-51]', () => {
  const help = (place: 'region' | 'ort' | 'adresse', more: object = {}, regions = ['Zürich']) =>
    placeHelp(place, { ...WRITTEN, ...more }, regions);
  expect(help('region')).toBe('Im Inserat steht nur «Zürich».');
  expect(help('region', {}, ['Bern', 'Zürich'])).toBe('Im Inserat stehen nur «Bern, Zürich».');
  expect(help('region', {}, [])).toBe('Im Inserat stehen nur deine Regionen.');
  expect(help('ort')).toBe('Im Inserat steht «8004 Zürich».');
  expect(help('ort', {}, ['Bern', 'Zürich'])).toBe('Im Inserat steht «8004 Zürich».');
  expect(help('ort', { ort: '' })).toBe('PLZ und Ort, keine Strasse');
  expect(help('ort', BLANK_INSERAT)).toBe('PLZ und Ort, keine Strasse');
  expect(help('adresse', BLANK_INSERAT)).toBe('Strasse, PLZ und Ort. Gut für Studios.');
  expect(help('adresse')).toBe('Im Inserat steht «Langstrasse 88, 8004 Zürich».');
  expect(help('adresse', { adressezusatz: '2. Stock', land: 'Italien' })).toBe(
    'Im Inserat steht «Langstrasse 88, 2. Stock, 8004 Zürich, Italien».',
  );
  expect(help('adresse', { strasse_und_nummer: '' })).toBe(
    'Strasse, PLZ und Ort. Gut für Studios.',
  );
});

test('the choices have titles, and the end of every address a sentence [EXP-51, EXP-52]', () => {
  expect(PLACE_TITLES).toEqual({ region: 'Nur Region', ort: 'Ort', adresse: 'Ganze Adresse' });
  expect(ADDRESS_REMOVED).toBe('Deine Adresse wird überall entfernt.');
});

test('less is said from the address to the place to the region [EXP-52]', () => {
  expect(saysLess('adresse', 'ort')).toBe(true);
  expect(saysLess('ort', 'region')).toBe(true);
  expect(saysLess('ort', 'ort')).toBe(false);
  expect(saysLess('region', 'ort')).toBe(false);
});

test.each([
  ['none', '', PLACE_TITLES.region, false],
  ['none that was kept', undefined, undefined, false],
  ['one that shows its place', '8004 Zürich', PLACE_TITLES.ort, true],
  ['one that does not say how much it shows', '8004 Zürich', undefined, true],
  ['one that shows all of it', '8004 Zürich', PLACE_TITLES.adresse, false],
] as const)('whether an ad hides its address: %s [BOF-60, BOF-76]', (_, address, shown, hidden) => {
  expect(hidesAddress(address, shown)).toBe(hidden);
});
