import { expect, test } from 'vitest';
import { PAST } from '../kernel/start.ts';
import { fieldTexts } from '../kernel/text.ts';
import { FORBIDDEN_OFFER_TEXT } from '../moderation/rules.ts';
import type { BannerContent } from './contract.ts';
import { bannerProblems } from './problems.ts';
import { bannerTexts } from './rules.ts';
import { TARGET_MAX } from './target.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const PICTURE: BannerContent = {
  typ: 'a1',
  text: '',
  url: 'https://studio-linde.example',
  monate: 1,
  webseiten: [7],
  auto_extend: false,
  publish_option: 'Sofort',
  publish_date: '',
  publish_time: '',
};
const TEXT_LINK: BannerContent = { ...PICTURE, typ: 'a4', text: 'Studio Linde' };
const problems = (
  wish: BannerContent,
  circumstances: Partial<Parameters<typeof bannerProblems>[1]> = {},
) => bannerProblems(wish, { now: NOW, picture: true, ...circumstances });

test('a whole banner of either form has no problems [BAN-37, BAN-41]', () => {
  expect(problems(PICTURE)).toEqual({});
  expect(problems(TEXT_LINK, { picture: false })).toEqual({});
});

test('a banner with a place for a picture needs one and no text [BAN-38]', () => {
  expect(problems(PICTURE, { picture: false })).toEqual({ banner_bild: bannerTexts.picture });
  expect(bannerTexts.picture).toBe('Ein Bild ist erforderlich');
});

test.each([
  ['', fieldTexts.required],
  ['x', undefined],
  ['x'.repeat(16), undefined],
  ['x'.repeat(17), fieldTexts.tooLong(16)],
  ['Sex ohne Kondom', FORBIDDEN_OFFER_TEXT],
])('the text link %j has the problem %j [BAN-41]', (text, problem) => {
  expect(problems({ ...TEXT_LINK, text }).text).toBe(problem);
});

test.each([
  ['', 'Website-URL ist erforderlich'],
  ['  \t', 'Website-URL ist erforderlich'],
  [' https://studio-linde.example ', undefined],
  ['javascript:alert(1)', fieldTexts.format],
  [`https://studio-linde.example/${'x'.repeat(TARGET_MAX - 29)}`, undefined],
  [`https://studio-linde.example/${'x'.repeat(TARGET_MAX - 28)}`, fieldTexts.tooLong(TARGET_MAX)],
])('the target %j has the problem %j [BAN-42, BAN-43, ERR-099]', (url, problem) => {
  expect(problems({ ...PICTURE, url }).url).toBe(problem);
});

test.each([
  [0, 'Wähle 1 bis 12 Monate'],
  [1, undefined],
  [12, undefined],
  [13, 'Wähle 1 bis 12 Monate'],
  [1.5, 'Wähle 1 bis 12 Monate'],
  [Number.NaN, 'Wähle 1 bis 12 Monate'],
])('a runtime of %d months has the problem %j [BAN-46]', (monate, problem) => {
  expect(problems({ ...PICTURE, monate }).monate).toBe(problem);
});

test.each<[number[], number[] | undefined, string | undefined]>([
  [[], undefined, 'Wähle mindestens eine Webseite'],
  [[], [7], 'Wähle mindestens eine Webseite'],
  [[7], undefined, undefined],
  [[7], [7, 8], undefined],
  [[7, 9], [7, 8], 'Diese Webseite gibt es nicht mehr'],
])(
  'the websites %j of the offered %j have the problem %j [BAN-51, BAN-52]',
  (webseiten, known, problem) => {
    expect(problems({ ...PICTURE, webseiten }, { known }).webseiten).toBe(problem);
  },
);

test('a planned start in the past is a problem of an order [BAN-45, BAN-49]', () => {
  const late: BannerContent = {
    ...PICTURE,
    publish_option: 'Planen',
    publish_date: '2026-11-19',
    publish_time: '12:00',
  };
  expect(problems(late)).toEqual({ publish_date: PAST });
});

test('of a booked banner neither start, months nor websites are checked [BAN-20]', () => {
  const booked: BannerContent = {
    ...PICTURE,
    monate: 0,
    webseiten: [],
    publish_option: 'Planen',
    publish_date: '2026-11-19',
  };
  expect(problems(booked, { booked: true })).toEqual({});
  expect(problems({ ...booked, url: '' }, { booked: true })).toHaveProperty('url');
});
