import { expect, test } from 'vitest';
import { fieldTexts } from './text.ts';
import { readAddress } from './url.ts';
import { HTTPS_WANTED, webAddressProblem, withHttps } from './web-address.ts';

const problem = (typed: string) => webAddressProblem(typed, 500);

test.each([
  ['', ''],
  ['example.ch', 'https://example.ch'],
  ['//example.ch//a', 'https://example.ch//a'],
  ['/example.ch', 'https://example.ch'],
  ['example.ch/https:', 'https://example.ch/https:'],
  ['http://example.ch', 'http://example.ch'],
  ['HTTP://example.ch', 'HTTP://example.ch'],
  ['x-a+b.1://y', 'x-a+b.1://y'],
  ['x:y', 'x:y'],
  ['1x:y', 'https://1x:y'],
  ['a.b:c', 'a.b:c'],
  ['a.b:1', 'https://a.b:1'],
  ['A.B-1:8080', 'https://A.B-1:8080'],
  ['www.example.ch:8080', 'https://www.example.ch:8080'],
  ['example.ch:8080/a', 'https://example.ch:8080/a'],
  ['example.ch:8080?a', 'https://example.ch:8080?a'],
  ['example.ch:8080#a', 'https://example.ch:8080#a'],
  ['example.ch:123456', 'example.ch:123456'],
  ['example.ch:80x', 'example.ch:80x'],
  ['tel:+a.b:80', 'tel:+a.b:80'],
  ['tel:0791234567', 'tel:0791234567'],
])('%j is read as %j [EDI-61]', (typed, read) => {
  expect(withHttps(typed)).toBe(read);
});

test.each([
  '',
  'example.ch',
  'a.ch',
  'HTTPS://EXAMPLE.CH',
  'https://example.ch:1',
  'https://example.ch:65535',
  'https://example.ch/a?b=c#d',
  'https://example.ch?b',
  'https://example.ch#c',
  'https://example.ch/',
  'https://zürich.ch',
  'https://a.b.c.example.ch',
  'https://1und1.de',
  'https://a-b.c--d.ch',
  `https://${'a'.repeat(63)}.ch`,
  'https://a.b1',
  'https://a.c-2',
  'https://example.a1b',
  `https://example.x${'a'.repeat(62)}`,
  'https://example.localx',
])('%j is an address on the web [EDI-62, BAN-42]', (typed) => {
  expect(problem(typed)).toBeNull();
});

test.each(['http://example.ch', 'HTTP://example.ch:80/a', 'http://x', 'http://'])(
  '%j is asked for https [FIX-27]',
  (typed) => {
    expect(problem(typed)).toBe(HTTPS_WANTED);
    expect(HTTPS_WANTED).toBe('Bitte gib eine Adresse mit https:// an.');
  },
);

test.each([
  'http:/example.ch',
  'http:example.ch',
  'xhttp://example.ch',
  'xhttps://example.ch',
  'ftp://example.ch',
  'https://.ch',
  'https://a..ch',
  'https://a..b.ch',
  'https://a.b..ch',
  // Short as it is written, beyond 253 characters as punycode.
  `https://${'ü.'.repeat(40)}ch`,
  'https://-a.ch',
  'https://a-.ch',
  'https://example.-ch',
  'https://example.ch-',
  'https://example.1a',
  'https://127.0.0.1',
  'https://example',
  'https://a_b.ch',
  'https://ex!mple.ch',
  'https://example.ch:',
  'https://example.ch:x',
  'https://example.ch:123456',
  'https://example.ch:65536',
  'https://user@example.ch',
  'https://example.ch/a b',
  'https://example.ch/<a>',
  'https://example.ch/"a"',
  "https://example.ch/'a'",
  'https://example.ch/\\a',
  'https://example.ch\\a',
  `https://${'a'.repeat(64)}.ch`,
  `https://example.x${'a'.repeat(63)}`,
  'https://xn--a.ch',
  'https://\u0660.ch',
])('%j is no address on the web [EDI-62, ERR-082]', (typed) => {
  expect(problem(typed)).toBe(fieldTexts.format);
});

test.each([
  ...[
    'local',
    'localhost',
    'localdomain',
    'internal',
    'intranet',
    'private',
    'lan',
    'home',
    'corp',
    'arpa',
    'test',
  ],
  ...['invalid', 'onion', 'alt'],
])('a name that ends in .%s is not public', (ending) => {
  expect(problem(`https://example.${ending}`)).toBe(fieldTexts.format);
  expect(problem(`https://${ending}.example.ch`)).toBeNull();
});

test('a name has at most 253 characters, an address as many as its field', () => {
  const name = (length: number) => `${'a.'.repeat((length - 3) / 2)}bcd`;
  expect([name(253).length, problem(`https://${name(253)}`)]).toEqual([253, null]);
  expect(problem(`https://${name(255)}`)).toBe(fieldTexts.format);
  expect(webAddressProblem('https://a.ch', 12)).toBeNull();
  expect(webAddressProblem('https://a.ch', 11)).toBe(fieldTexts.tooLong(11));
});

test('an address has a name with and without its port; a text that is none has neither', () => {
  expect(readAddress('https://Example.ch:8443/a')).toMatchObject({
    host: 'example.ch:8443',
    hostname: 'example.ch',
  });
  expect(readAddress('example')).toBeNull();
});
