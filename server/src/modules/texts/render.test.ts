import type { TextId } from '@samtrot/shared/texts/rules.ts';
import { expect, test } from 'vitest';
import { textHtml } from './render.ts';
import type { Values } from './values.ts';

/** Another one at each place, so that each is found again. */
const hostile = (place: string) => `<img src=${place} onerror=alert(1)> <script>x</script> "q"`;
const [A, B, C, D, E, F] = [...'abcdef'].map(hostile);
const foot = { valid: hostile('valid'), links: [{ href: '/a', label: hostile('label') }] };

test.each<[TextId, string, string]>([
  [
    'imprint',
    `# ${A}\n\n${B}\n\n## ${C}\n\n- **${D}**\n- \`${E}\`\n\nTerm\n: {firma}\n\n[${F}](/a)`,
    'a b c d e f firma valid label',
  ],
  ['faq', `# F\n\n## ${A}\n\n### ${B}\n\n${C} {firma}`, 'a b c firma'],
  ['contact', `${A}\n: ${B} {firma}\n\nMail\n: [${C}](mailto:{firma})`, 'a b c firma'],
  ['helplines', `# ${A}\n\n${B} {firma}`, 'a b firma'],
])('markup that stands in the text «%s» or in a setting stays text', (text, content, places) => {
  const values = { firma: hostile('firma') } as unknown as Values;
  const html = textHtml(text, content, values, { foot, hours: '' });
  for (const place of places.split(' '))
    expect(html).toContain(`&lt;img src=${place} onerror=alert(1)&gt; &lt;script&gt;x`);
  expect(html).not.toMatch(/<img|<script/);
  // No attribute but those that the page has itself.
  for (const [, inside] of html.matchAll(/<[a-z][^\s>]*([^>]*)>/g))
    expect(inside!.replaceAll(/="[^"]*"/g, '')).toMatch(/^[a-z\d\s/-]*$/i);
});
