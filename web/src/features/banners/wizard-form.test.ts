import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { bannerProblems } from '@samtrot/shared/banners/problems.ts';
import { bannerTexts } from '@samtrot/shared/banners/rules.ts';
import { BANNER_STATUSES } from '@samtrot/shared/banners/status.ts';
import { startProblems } from '@samtrot/shared/kernel/start.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import {
  BLANK_WIZARD,
  contentOf,
  furthestStep,
  isBooked,
  MAIN_LABELS,
  mainAct,
  openSentence,
  perWebsite,
  priceLines,
  problemsOfStep,
  STEPS,
  stepOfFields,
  type ValidationContext,
  type WizardForm,
  type WizardPicture,
  withWebsite,
  wizardDiffers,
  wizardFormOf,
  wizardPrice,
  wizardProblems,
} from './wizard-form.ts';

const KNOWN = [11, 12, 13];
const now = new Date('2026-11-21T11:00:00Z');
const checks = { bannerProblems, startProblems };
const fresh: ValidationContext = { checks, now, known: KNOWN, status: null };
const picture: WizardPicture = { src: 'data:a', upload: 'data:a', width: 715, height: 244 };
const whole: WizardForm = {
  ...BLANK_WIZARD,
  typ: 'a2',
  picture,
  url: 'https://studio-linde.example',
  webseiten: [11],
};
const wrong = (form: WizardForm, context = fresh) => wizardProblems(form, context);
/** Which steps let nobody on. */
const openSteps = (form: WizardForm, context = fresh) =>
  ([1, 2, 3, 4] as const).filter(
    (step) => Object.keys(problemsOfStep(step, wrong(form, context))).length > 0,
  );

test('the four steps [BAN-33, CON-78]', () => {
  expect(STEPS.map(({ title }) => title)).toEqual(['Typ', 'Inhalt & URL', 'Zeit', 'Bestellen']);
});

test('without a type only the first step can be opened [BAN-36]', () => {
  expect(wrong(BLANK_WIZARD)).toEqual({ typ: 'Wähle einen Typ' });
  expect(furthestStep(wrong(BLANK_WIZARD))).toBe(1);
  expect(openSteps(whole)).toEqual([]);
  expect(furthestStep(wrong(whole))).toBe(4);
});

test.each<[string, Partial<WizardForm>, number, Record<string, string>]>([
  ['no picture [BAN-38]', { picture: null }, 2, { banner_bild: bannerTexts.picture }],
  ['a picture of another format [BAN-39]', { typ: 'a1' }, 2, { banner_bild: bannerTexts.picture }],
  ['no text [BAN-41]', { typ: 'a4', text: '' }, 2, { text: 'Dieses Feld ist erforderlich' }],
  [
    '17 characters [BAN-41, CON-75]',
    { typ: 'a4', text: 'x'.repeat(17) },
    2,
    { text: 'Maximal 16 Zeichen erlaubt' },
  ],
  ['no address [BAN-42, ERR-099]', { url: '' }, 2, { url: 'Website-URL ist erforderlich' }],
  ['no address of the web [BAN-43]', { url: 'abc' }, 2, { url: 'Ungültiges Format' }],
  [
    'Planen without date and time [BAN-49]',
    { publish_option: 'Planen' },
    3,
    { publish_date: 'Dieses Feld ist erforderlich', publish_time: 'Dieses Feld ist erforderlich' },
  ],
  [
    'Planen without time [BAN-49]',
    { publish_option: 'Planen', publish_date: '2026-12-24' },
    3,
    { publish_time: 'Dieses Feld ist erforderlich' },
  ],
  ['no month [BAN-46, CON-77]', { monate: 0 }, 3, { monate: bannerTexts.months }],
  ['13 months [BAN-46, CON-77]', { monate: 13 }, 3, { monate: bannerTexts.months }],
  ['no website [BAN-52]', { webseiten: [] }, 4, { webseiten: bannerTexts.websites }],
  ['a website that is gone [BAN-51]', { webseiten: [99] }, 4, { webseiten: bannerTexts.unknown }],
])('%s keeps the step from being left', (_, part, step, problems) => {
  const form = { ...whole, ...part };
  expect(wrong(form)).toEqual(problems);
  expect(openSteps(form)).toEqual([step]);
  expect(furthestStep(wrong(form))).toBe(step);
});

test('16 characters are enough, and a text link needs no picture [BAN-41]', () => {
  expect(wrong({ ...whole, typ: 'a4', text: 'x'.repeat(16), picture: null })).toEqual({});
});

test('a booked banner is checked for its contents, a planned one for its start too [X-20, X-21]', () => {
  const empty: WizardForm = { ...whole, webseiten: [99], publish_option: 'Planen', url: '' };
  expect(openSteps(empty, { ...fresh, status: 'aktiv' })).toEqual([2]);
  expect(openSteps(empty, { ...fresh, status: 'ausgeblendet' })).toEqual([2]);
  expect(openSteps(empty, { ...fresh, status: 'geplant' })).toEqual([2, 3]);
  expect(openSteps(empty, { ...fresh, status: 'abgelaufen' })).toEqual([2, 3, 4]);
  expect(BANNER_STATUSES.filter(isBooked).sort()).toEqual(['aktiv', 'ausgeblendet', 'geplant']);
  expect(isBooked(null)).toBe(false);
});

test('the button of the last step [BAN-56, BAN-57, BAN-74]', () => {
  expect(mainAct(null, 520, 520)).toBe('order');
  expect(mainAct(null, 520, 519)).toBe('draft');
  expect(mainAct('abgelaufen', 520, 640)).toBe('order');
  expect(mainAct('aktiv', 520, 0)).toBe('save');
  expect(MAIN_LABELS).toEqual({
    order: 'Banner bestellen',
    draft: 'Als Entwurf speichern',
    save: 'Änderungen speichern',
  });
});

test('the lines above the total [BAN-47, BAN-71, BAN-72, BAN-73, CON-76]', () => {
  expect(priceLines(PRICES.banners, whole)).toEqual([
    { label: 'Grundpreis, 1 Monat', amount: '400' },
  ]);
  const three: WizardForm = { ...whole, monate: 3, webseiten: [11, 12, 13] };
  expect(priceLines(PRICES.banners, three)).toEqual([
    { label: 'Grundpreis, 3 Monate', amount: '1’200' },
    { label: '2 weitere Webseiten', amount: '720' },
  ]);
  expect(wizardPrice(PRICES.banners, three)?.total).toBe(1920);
  expect(priceLines(PRICES.banners, { ...whole, webseiten: [11, 12] })[1]).toEqual({
    label: '1 weitere Webseite',
    amount: '120',
  });
  expect(perWebsite(PRICES.banners, 'a2', 1)).toBe(120);
  expect(perWebsite(PRICES.banners, 'a4', 2)).toBe(36);
  expect(priceLines(PRICES.banners, BLANK_WIZARD)).toEqual([]);
});

test('websites are chosen in the order of the list [BAN-50]', () => {
  expect(withWebsite([], 12, KNOWN)).toEqual([12]);
  expect(withWebsite([12], 11, KNOWN)).toEqual([11, 12]);
  expect(withWebsite([11, 12], 11, KNOWN)).toEqual([12]);
});

test('a disabled button lists what is missing', () => {
  expect(openSentence({ banner_bild: 'x', url: 'y' })).toBe('Noch offen: Bild, Website-URL');
  expect(openSentence({})).toBeNull();
  expect(stepOfFields(['webseiten', 'url'])).toBe(2);
  expect(stepOfFields(['ID'])).toBeUndefined();
});

test('only a picture that the server lacks is sent; an empty one removes it [BAN-53]', () => {
  const kept = { ...whole, picture: { ...picture, src: '/bild.webp', upload: null } };
  expect(contentOf(whole, kept).banner_bild).toBe('data:a');
  expect(contentOf(whole, whole).banner_bild).toBeUndefined();
  expect(contentOf(kept, kept).banner_bild).toBeUndefined();
  expect(contentOf({ ...whole, picture: null }, kept).banner_bild).toBe('');
  expect(contentOf({ ...whole, publish_date: '2026-12-24' }, whole).publish_date).toBe('');
});

test('changes of the form compared with what was saved [BAN-53]', () => {
  expect(wizardDiffers(whole, { ...whole, webseiten: [...whole.webseiten] })).toBe(false);
  expect(wizardDiffers({ ...whole, webseiten: [11, 12] }, { ...whole, webseiten: [12, 11] })).toBe(
    false,
  );
  const others: Partial<WizardForm>[] = [
    { typ: 'a1' },
    { text: 'x' },
    { url: '' },
    { monate: 2 },
    { publish_option: 'Planen' },
    { webseiten: [] },
    { auto_extend: true },
    { picture: null },
  ];
  for (const part of others)
    expect(wizardDiffers({ ...whole, ...part }, whole), JSON.stringify(part)).toBe(true);
  // Dates that do not count are not sent.
  expect(wizardDiffers({ ...whole, publish_date: '2026-12-24' }, whole)).toBe(false);
});

const banner: Banner = {
  ID: 5,
  post_title: 'Banner, studio-linde.example',
  TYPE: 'banner',
  status: 'entwurf',
  typ: 'a2',
  text: '',
  url: whole.url,
  monate: 2,
  webseiten: [11, 99],
  auto_extend: true,
  publish_option: 'Planen',
  publish_date: '2026-12-24',
  publish_time: '18:00',
  banner_bild: {
    url: '/x',
    width: 715,
    height: 244,
    placeholder: '',
    sizes: { medium: '/m', large: '/l', full: '/f' },
  },
  start_datum: '',
  end_datum: '',
  start_at: null,
  end_at: null,
  banner_credits: 0,
  post_date: '',
  created_at: '',
  zahlen: [],
  version: 3,
  saved_at: null,
  unsaved: null,
};

test('the wizard holds the banner, and the unsaved changes of a booked one [BAN-31, X-20]', () => {
  const filled = wizardFormOf(banner, KNOWN);
  expect(filled).toMatchObject({
    typ: 'a2',
    monate: 2,
    publish_time: '18:00',
    auto_extend: true,
    webseiten: [11],
  });
  expect(filled.picture).toEqual({ src: '/f', width: 715, height: 244, upload: null });
  const booked: Banner = {
    ...banner,
    status: 'aktiv',
    unsaved: { ...banner, url: 'https://neu.example', banner_bild: '' },
  };
  expect(wizardFormOf(booked, KNOWN)).toMatchObject({
    url: 'https://neu.example',
    picture: null,
    webseiten: [11, 99],
  });
});
