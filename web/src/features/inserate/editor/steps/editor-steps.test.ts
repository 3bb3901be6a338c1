import { BLANK_INSERAT, content } from '@samtrot/shared/inserate/contract.ts';
import { expect, test } from 'vitest';
import {
  firstEmptyOf,
  firstInSteps,
  LAST_STEP,
  problemsOfStep,
  SECTION_IDS,
  STEPPED_IDS,
  STEPS,
  sectionOfField,
  stepIn,
  stepOfSection,
} from './editor-steps.ts';
import { FIELD_ORDER, missing } from './editor-todo.ts';

test('six steps divide the sections of the page, each of which is in one of them [EXP-40]', () => {
  expect(STEPS.map(({ title, sections }) => `${title}: ${sections.join(', ')}`)).toEqual([
    'Was: paket, kategorien',
    'Wo: regionen, standort',
    'Text: text, angebote',
    'Bilder: bilder, videos',
    'Kontakt: kontakt',
    'Extras und Start: hervorheben, start',
  ]);
  expect(STEPPED_IDS.toSorted()).toEqual(SECTION_IDS.toSorted());
});

test('every field of the form has a section, and so a step that shows it', () => {
  const homeless = Object.keys(content).filter((field) => sectionOfField(field) === undefined);
  expect(homeless).toEqual([]);
  expect(FIELD_ORDER.length).toBeGreaterThan(20);
  expect(sectionOfField('webseiten')).toBeUndefined();
});

test('the address names a step of the six, and nothing else counts', () => {
  expect(['1', 4, '6'].map(stepIn)).toEqual([1, 4, 6]);
  for (const wrong of [undefined, '', '0', '7', '2.5', 'vier', '-1'])
    expect(stepIn(wrong), String(wrong)).toBeUndefined();
});

test('a step checks only its own fields, and one without required fields is passed [EXP-42]', () => {
  const problems = missing({ ...BLANK_INSERAT, ort_anzeigen: true, adresse_anzeigen: true });
  const open = Array.from({ length: LAST_STEP }, (_, n) =>
    Object.keys(problemsOfStep(n + 1, problems)),
  );
  expect(open).toEqual([
    ['categories'],
    ['cantons', 'strasse_und_nummer', 'postleitzahl', 'ort'],
    ['name', 'titel', 'beschreibung'],
    [],
    ['telefon'],
    [],
  ]);
});

test('a step that opens has the focus in its first empty required field [EXP-43]', () => {
  const empty = missing(BLANK_INSERAT);
  expect([3, 4, 5].map((step) => firstEmptyOf(step, empty))).toEqual([
    'name',
    undefined,
    'telefon',
  ]);
  expect(firstEmptyOf(3, missing({ ...BLANK_INSERAT, name: 'Lena' }))).toBe('titel');
});

test('of fields in several steps the first is that of the earliest step', () => {
  // On the page the regions come before the categories.
  expect(firstInSteps(['telefon', 'cantons', 'categories'])).toEqual({
    field: 'categories',
    step: 1,
  });
  expect(firstInSteps(['bilder'])).toEqual({ field: 'bilder', step: stepOfSection('bilder') });
  expect(firstInSteps(['unbekannt'])).toBeUndefined();
});
