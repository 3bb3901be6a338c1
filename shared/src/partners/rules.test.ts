import { expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import {
  KEY_FORM,
  KEY_PREFIX,
  websiteLinkProblem,
  websiteNameProblem,
  websiteUrlProblem,
} from './rules.ts';

test('a key has the prefix and 43 characters of base64url', () => {
  const random = 'aZ09_-'.padEnd(43, 'x');
  expect(KEY_FORM.test(`${KEY_PREFIX}${random}`)).toBe(true);
  for (const wrong of [
    `xx_${random}`,
    ` sr_${random}`,
    `sr_${random}x`,
    `sr_${random.slice(1)}`,
    `sr_.${random.slice(1)}`,
  ])
    expect(KEY_FORM.test(wrong), wrong).toBe(false);
});

test('the name of a website has 2 to 80 characters', () => {
  expect(
    ['', 'x', 'xx', 'x'.repeat(80), 'x'.repeat(81), 'a\u0000b'].map(websiteNameProblem),
  ).toEqual([
    fieldTexts.required,
    fieldTexts.tooShort(2),
    null,
    null,
    fieldTexts.tooLong(80),
    fieldTexts.format,
  ]);
});

test.each([
  'https://mondgarten.example',
  'HTTP://Mondgarten.example',
  'http://localhost:3001',
  'https://a',
  'https://a.ch:65535',
  'https://a.ch/pfad?x=1#y',
  'https://a.ch/',
  `https://a.ch/${'x'.repeat(487)}`,
])('a website may have the address %j', (url) => {
  expect(websiteUrlProblem(url)).toBeNull();
});

test.each([
  '',
  'mondgarten.ch',
  ' https://a.ch',
  'xhttps://a.ch',
  'javascript:alert(1)',
  'https://',
  'https://-a.ch',
  'https://a.ch-',
  'https://a_b.ch',
  'https://user:pw@a.ch',
  'ftp://a.ch',
  'https://a.ch:',
  'https://a.ch:123456',
  'https://a.ch:x',
  'https://a.ch?x',
  'https://a.ch/<x>',
  'https://a.ch/a b',
  'https://a.ch/"',
  'https://a.ch/ü x',
])('a website cannot have the address %j', (url) => {
  expect(websiteUrlProblem(url)).toBe(fieldTexts.format);
});

test('an address has at most 500 characters', () => {
  expect(websiteUrlProblem(`https://a.ch/${'x'.repeat(488)}`)).toBe(fieldTexts.tooLong(500));
});

test.each([
  'https://a.ch/{id}',
  'HTTPS://a.ch/ad?id={id}',
  'http://localhost/{id}',
  'http://localhost:3001/inserat/{id}.html',
])('the page of an ad may be at %j', (link) => {
  expect(websiteLinkProblem(link)).toBeNull();
});

test.each([
  'http://a.ch/{id}',
  'http://localhost.a.ch/{id}',
  'x https://a.ch/{id}',
  'x http://localhost/{id}',
  'https://a.ch/',
  'https://a.ch/{id}/{id}',
  '',
])('the page of an ad cannot be at %j', (link) => {
  expect(websiteLinkProblem(link)).toBe(
    'Die Adresse muss mit https:// beginnen und {id} einmal enthalten.',
  );
});

test('the place of the id in the host is no address', () => {
  expect(websiteLinkProblem('https://{id}.a.ch/')).toBe(fieldTexts.format);
});
