import { expect, test } from 'vitest';
import { asHtml, plainText } from './html.ts';

test.each([
  ['<p>Hallo</p>', 'Hallo'],
  ['<p>eins</p><p>zwei</p>', 'eins\nzwei'],
  ['<p>eins<br>zwei<br />drei</p>', 'eins\nzwei\ndrei'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['<h1>Titel</h1><p class="align-center">Text</p>', 'Titel\nText'],
  ['<p><strong>fett</strong> und <em>schräg</em></p>', 'fett und schräg'],
  ['&lt;b&gt; &amp; &quot;x&quot;&nbsp;&apos;', '<b> & "x" \''],
  ['&#65;&#x42;&#x1F600;', 'AB😀'],
  ['&#0;&#x110000;&#9999999;', ''],
  ['&#1114111;', '\u{10ffff}'],
  ['<p>eins</p><br><p>zwei</p>', 'eins\nzwei'],
  ['&unbekannt; &amp;amp;', '&unbekannt; &amp;'],
  ['<p></p><p>&nbsp;</p>', ''],
  ['', ''],
])('what a reader sees of %s [EDI-50, EDI-51]', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('a plain text becomes paragraphs and reads the same, whatever it holds [EDI-52]', () => {
  expect(asHtml('eins\nzwei\n\ndrei')).toBe('<p>eins<br>zwei</p><p>drei</p>');
  expect(asHtml('\n\n \n\n')).toBe('');
  for (const text of [
    'a < b & c > d',
    '&amp; bleibt',
    '<script>alert(1)</script>',
    '"x" \'y\'',
    'Grüezi 😀',
  ]) {
    expect(asHtml(text)).not.toMatch(/<(?!\/?p>|br>)/);
    expect(plainText(asHtml(text))).toBe(text);
  }
});

test.each(['<', '<p', '&', '&#', '<br', '\n', '</p>', '<p><'])(
  'a long row of "%s" is read to its end [T-IN-09]',
  (part) => {
    const long = part.repeat(40_000 / part.length);
    expect(plainText(`${long}>ende`)).toMatch(/ende$/);
    expect(asHtml(`${long}ende`)).toMatch(/ende<\/p>$/);
  },
);
