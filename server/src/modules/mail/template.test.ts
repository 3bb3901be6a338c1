import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { STANDARD_MAIL_TEXTS } from '../../testing/standard-mail-texts.ts';
import { SECTOR } from './neutral.ts';
import { renderMail } from './render.ts';
import { DARK, LIGHT, PREHEADER } from './template.ts';

const SERVER = join(import.meta.dirname, '../..');
const URL = 'https://samtrot.example/auth/reset-password?token=abc&x=1';
const PORTAL = 'https://samtrot.example';
const button = { label: 'Neues Passwort setzen', url: URL };

test("the text part is readable and has the button's address on a line of its own", async () => {
  const { text } = await renderMail(
    { paragraphs: ['Guten Tag', 'Zwei\nZeilen'], button },
    PORTAL,
    STANDARD_MAIL_TEXTS,
  );
  expect(text).toBe(`Guten Tag\n\nZwei\nZeilen\n\nNeues Passwort setzen:\n${URL}`);
  expect((await renderMail({ paragraphs: ['Nur das'] }, PORTAL, STANDARD_MAIL_TEXTS)).text).toBe(
    'Nur das',
  );
});

test('user input stays text in the HTML part; only web addresses become links [T-IN-05]', async () => {
  const typed =
    '<img src=x onerror=alert(1)> "&" \'javascript:alert(1)\' https://a.example/b?c="><script>alert(1)</script>';
  const { html } = await renderMail(
    { paragraphs: [typed, 'data:text/html,x mailto:a@b.ch'], button },
    PORTAL,
    STANDARD_MAIL_TEXTS,
  );
  expect(html).not.toMatch(/<img|<script|href="(?!https:)/i);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) =>
    href!.replaceAll('&amp;', '&'),
  );
  expect(links).toEqual(['https://a.example/b?c=', URL, URL]);
});

test('the HTML part loads and executes nothing [T-PRIV-07]', async () => {
  const { html } = await renderMail(
    { paragraphs: ['Guten Tag'], button },
    PORTAL,
    STANDARD_MAIL_TEXTS,
  );
  expect(html).not.toMatch(
    /<(img|link|script|iframe|object|video|form|input)|url\(|@import|src=|background=/i,
  );
  expect(html).toContain('<html dir="ltr" lang="de">');
  expect(html).toContain('content="light dark"');
});

test('a preview shows the neutral line followed by blanks, not the content [T-PRIV-07]', async () => {
  const { html } = await renderMail(
    { paragraphs: ['Etwas Vertrauliches'], button },
    PORTAL,
    STANDARD_MAIL_TEXTS,
  );
  const seen = html.slice(html.indexOf('<body')).replace(/<!--.*?-->|<[^>]*>/gs, '');
  expect(seen.startsWith(PREHEADER)).toBe(true);
  expect(seen.indexOf('Etwas')).toBeGreaterThan(150);
});

test('every mail uses the colours of the design tokens', () => {
  const css = readFileSync(join(SERVER, '../../ad-view/src/styles/tokens.css'), 'utf8');
  const [light, dark] = css.split('[data-theme="dark"]') as [string, string];
  const names = {
    canvas: 'canvas',
    surface: 'surface',
    border: 'border',
    text: 'text',
    muted: 'text-muted',
    link: 'brand-text',
    brand: 'brand',
    onBrand: 'on-brand',
    velvet: 'velvet',
  };
  for (const [colours, sheet] of [
    [LIGHT, light],
    [DARK, dark],
  ] as const) {
    for (const [key, name] of Object.entries(names)) {
      const [, l, c, h] = sheet.match(
        new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`),
      )!;
      expect(colours[key as keyof typeof LIGHT], name).toBe(hexOf(Number(l), Number(c), Number(h)));
    }
  }
});

/** OKLCH to sRGB, after Björn Ottosson. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [Math.cos, Math.sin].map((part) => chroma * part((hue * Math.PI) / 180)) as [
    number,
    number,
  ];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
  const hex = channels.map((channel) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255).toString(16),
  );
  return `#${hex.map((digits) => digits.padStart(2, '0')).join('')}`;
}

const modules = readdirSync(join(SERVER, 'modules'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('mail/'))
  .map((file) => ({ file, source: readFileSync(join(SERVER, 'modules', file), 'utf8') }));

test('no subject or preview of any mail reveals what the portal is about [T-PRIV-07]', () => {
  const templates = modules.filter(({ file }) => file.endsWith('mail-templates.ts'));
  const subjects = templates.flatMap(({ file, source }) => {
    const found = [...source.matchAll(/subject: (['`])(.*?)\1/g)].map(([, , subject]) => subject!);
    expect(found, `${file}: a subject stands as a text beside its paragraphs`).toHaveLength(
      source.match(/\bparagraphs: /g)!.length,
    );
    return found;
  });
  expect(subjects.length).toBeGreaterThan(8);
  for (const subject of [...subjects, PREHEADER]) expect(subject).not.toMatch(SECTOR);
});

test('the mail template is loaded with the first mail, not at the start', () => {
  for (const file of nonEmpty(readdirSync(SERVER, { recursive: true, encoding: 'utf8' }))) {
    if (!/\.ts$/.test(file) || /\.test\.|mail\/template\.ts$/.test(file)) continue;
    expect(readFileSync(join(SERVER, file), 'utf8'), file).not.toMatch(
      /from '(react|@react-email\/|.*\/template\.ts)/,
    );
  }
});

test('mail texts exist only in the mail templates of their modules', () => {
  for (const { file, source } of nonEmpty(modules)) {
    if (!file.endsWith('mail-templates.ts')) expect(source, file).not.toMatch(/\bparagraphs:/);
  }
});
