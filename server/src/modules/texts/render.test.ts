import type { TextId } from '@samtrot/shared/texts/rules.ts';
import { expect, test } from 'vitest';
import { textHtml } from './render.ts';
import type { Values } from './values.ts';

const HOSTILE = '<img src=x onerror=alert(1)> <script>x</script> & "q"';
const of = { foot: { valid: HOSTILE, links: [{ href: '/a', label: HOSTILE }] }, hours: '' };

test.each<[TextId, string]>([
  [
    'imprint',
    `# ${HOSTILE}\n\n${HOSTILE}\n\n## ${HOSTILE}\n\n- **${HOSTILE}**\n- \`${HOSTILE}\`\n\n${HOSTILE}\n: {firma}\n\n[${HOSTILE}](/a)`,
  ],
  ['faq', `# F\n\n## ${HOSTILE}\n\n### ${HOSTILE}\n\n${HOSTILE} {firma}`],
  ['contact', `${HOSTILE}\n: ${HOSTILE} {firma}\n\nMail\n: [{firma}](mailto:{firma})`],
  ['helplines', `# ${HOSTILE}\n\n${HOSTILE} {firma}`],
])('markup that stands in the text «%s» or in a setting stays text', (text, content) => {
  const values = { firma: HOSTILE } as unknown as Values;
  const html = textHtml(text, content, values, of);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toMatch(/<img|<script/);
  // No attribute but those that the page has itself.
  for (const [, inside] of html.matchAll(/<[a-z][^\s>]*([^>]*)>/g))
    expect(inside!.replaceAll(/="[^"]*"/g, '')).toMatch(/^[a-z\d\s/-]*$/i);
});
