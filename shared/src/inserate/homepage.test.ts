import { expect, test } from 'vitest';
import { withHttps } from '../kernel/web-address.ts';
import { homepageProblem } from './homepage.ts';

test.each([
  ['', ''],
  ['example.ch', 'https://example.ch'],
  ['//example.ch/a', 'https://example.ch/a'],
  ['http://example.ch', 'http://example.ch'],
  ['https://example.ch', 'https://example.ch'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['example.ch:8080', 'https://example.ch:8080'],
  ['www.Example.ch:443/a?b#c', 'https://www.Example.ch:443/a?b#c'],
  ['zürich.ch:8080', 'https://zürich.ch:8080'],
  ['tel:0791234567', 'tel:0791234567'],
  ['a.b:c', 'a.b:c'],
  ['example.ch:443@boese.ch', 'example.ch:443@boese.ch'],
])('"%s" is read as "%s" [EDI-61]', (typed, read) => {
  expect(withHttps(typed)).toBe(read);
});

test.each([
  ...[
    '',
    'example.ch',
    'example.ch:8080',
    'example.ch:8080/a?b',
    'https://example.ch',
    'https://www.example.ch/über-mich?a=b#c',
    'https://zürich.ch',
  ],
  ...[
    'https://例え.jp',
    'https://xn--zrich-kva.ch',
    'https://a.b.c.example.ch:8443/',
    'https://1und1.de',
  ],
])('an address: "%s" [EDI-60, EDI-62, EDI-63, CON-47]', (typed) => {
  expect(homepageProblem(typed)).toBeNull();
});

test.each([
  ...['ftp://example.ch', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@example.ch'],
  ...[
    'https://',
    'https://example',
    'https://localhost',
    'https://drucker.local',
    'https://x.onion',
    'https://a.internal',
  ],
  ...[
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://10.0.0.1/x',
    'https://1.2.3',
  ],
  ...[
    'https://user@example.ch',
    'https://user:pass@example.ch',
    'https://example.ch@boese.ch',
    'https://exa mple.ch',
  ],
  ...[
    'https://example.ch/a b',
    'https://example.ch/"onload=',
    'https://example.ch/<script>',
    'https://example.ch\\@x.ch',
  ],
  ...[
    'https://-example.ch',
    'https://example-.ch',
    'https://.ch',
    'https://example..ch',
    'https://example.ch:123456',
  ],
  ...[
    'localhost:8080',
    'example.ch:443@boese.ch',
    'example.ch:123456',
    'tel:0791234567',
    '127.0.0.1:80',
  ],
  ...['https://example.ch\u0000', 'https://exam\u202eple.ch', 'https://example.ch/\u0007'],
])('no address: "%s" [EDI-62, ERR-082]', (typed) => {
  expect(homepageProblem(typed)).toBe('Ungültiges Format');
});

test('200 characters and no more [EDI-64, CON-47]', () => {
  const of = (length: number) => `https://example.ch/${'a'.repeat(length - 19)}`;
  expect([homepageProblem(of(200)), homepageProblem(of(201))]).toEqual([
    null,
    'Maximal 200 Zeichen erlaubt',
  ]);
});

test.each(['a.', 'a', '-', 'a-', '1.', 'ä.', 'a.b-'])(
  'a long row of "%s" is refused [T-IN-09, EDI-62]',
  (part) => {
    // Shorter than the bound on length, and far beyond it.
    for (const length of [180, 100_000]) {
      const row = part.repeat(length / part.length);
      for (const url of [`https://${row}!`, `${row}!`])
        expect(homepageProblem(url)).toEqual(expect.any(String));
    }
  },
);
