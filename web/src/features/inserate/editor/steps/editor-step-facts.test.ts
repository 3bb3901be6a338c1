import { BLANK_INSERAT, content } from '@samtrot/shared/inserate/contract.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { expect, test } from 'vitest';
import { sampleInserat } from '../../list/sample.ts';
import { indexFacts, stepFacts } from './editor-step-facts.ts';
import { missing, openPoints } from './editor-todo.ts';

const lists = {
  cantons: [
    { id: 'BE', name: 'Bern' },
    { id: 'ZH', name: 'Zürich' },
  ],
  categories: [
    { id: 1, name: 'Massage' },
    { id: 2, name: 'Begleitung' },
  ],
};
const linesOf = (form: typeof BLANK_INSERAT, problems = missing(form), images = 0) =>
  stepFacts({ form, lists, images, videos: 0, failed: 0 }, openPoints(form, problems, images)).map(
    ({ title, text, state }) => `${title}: ${text} (${state})`,
  );
const full = pick(content, sampleInserat());

test('the list of the steps names what is missing in each [EXP-44]', () => {
  expect(linesOf({ ...BLANK_INSERAT, adresse_anzeigen: false })).toEqual([
    'Was: Kategorie fehlt (open)',
    'Wo: Region fehlt (open)',
    'Text: Name, Titel, Beschreibung fehlen (open)',
    'Bilder: freiwillig (empty)',
    'Kontakt: Telefon fehlt (open)',
    'Extras und Start: ohne Extras, sofort (filled)',
  ]);
});

test('the list of the steps names pictures that did not arrive [EXP-44, EXP-55]', () => {
  const bilder = (failed: number) =>
    stepFacts({ form: full, lists, images: 1, videos: 0, failed }, [])[3];
  expect(bilder(1)).toEqual({ title: 'Bilder', text: '1 Bild nicht gespeichert', state: 'open' });
  expect(bilder(2)).toMatchObject({ text: '2 Bilder nicht gespeichert' });
  expect(bilder(0)).toMatchObject({ text: '1 Bild', state: 'filled' });
});

test('the list of the steps names what each holds, and what is wrong in it [EXP-44]', () => {
  expect(linesOf(full, { telefon: 'Ungültiges Format' }, 2)).toEqual([
    'Was: 30 Tage Gratis, Massage (filled)',
    'Wo: Zürich, Nur Region (filled)',
    'Text: Mara, Zeit zu zweit (filled)',
    'Bilder: 2 Bilder (filled)',
    'Kontakt: Telefon prüfen (open)',
    'Extras und Start: ohne Extras, sofort (filled)',
  ]);
  const more = {
    ...full,
    whatsapp: '+41791234567',
    sms_erlaubt: true,
    top_ad_enabled: true,
    publish_option: 'Planen' as const,
  };
  expect(linesOf(more).slice(4)).toEqual([
    'Kontakt: Telefon, SMS, WhatsApp (filled)',
    'Extras und Start: TopAd, geplant (filled)',
  ]);
});

test('the index checks what is complete, counts what is missing, and says how much of it [EXP-49]', () => {
  const shown = (form: typeof BLANK_INSERAT, problems = missing(form), images = 0) => {
    const { facts, complete, of } = indexFacts(
      { form, images },
      openPoints(form, problems, images),
    );
    const marks = facts.flatMap(({ id, open, complete: done }) =>
      done ? `${id} ok` : open > 0 ? `${id} ${open}` : [],
    );
    return [...marks, `${complete} von ${of}`];
  };
  expect(shown({ ...BLANK_INSERAT, adresse_anzeigen: false })).toEqual([
    'paket ok',
    'regionen 1',
    'kategorien 1',
    'text 3',
    'kontakt 1',
    'standort ok',
    '2 von 8',
  ]);
  const all = { ...full, offerings: [1] };
  expect(shown(all, { telefon: 'Ungültiges Format' }, 2).slice(-3)).toEqual([
    'standort ok',
    'bilder ok',
    '7 von 8',
  ]);
  expect(shown(all, { publish_date: 'Liegt in der Vergangenheit' }, 2).slice(-2)).toEqual([
    'start 1',
    '8 von 8',
  ]);
});
