import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LandingPage } from './landing.tsx';

const HTML = renderToStaticMarkup(
  createElement(LandingPage, { now: new Date('2026-11-20T12:00:00Z') }),
);
const all = (pattern: RegExp) => [...HTML.matchAll(pattern)].map((found) => found[1]!);

test('the extras say how much more visible, read out in words, never a number with x alone [EXP-113]', () => {
  const shown = all(/<span aria-hidden="true">(\d+x [^<]*)<\/span>/g);
  expect(shown).toEqual(['10x sichtbarer', '8x sichtbarer', '6x sichtbarer', '5x sichtbarer']);
  expect(all(/<span class="sr">(\d+-mal sichtbarer)<\/span>/g)).toHaveLength(shown.length);
  expect(HTML.match(/\d+x/g)).toHaveLength(shown.length);
});

test('four facts of discretion and five questions stand in the page without a script [EXP-113]', () => {
  const section = HTML.slice(HTML.indexOf('So bleibst du diskret</h2>'));
  const facts = [...section.matchAll(/<h3 class="h3">([^<]*)</g)].slice(0, 5);
  expect(facts.map(([, title]) => title)).toEqual([
    'Gesicht verdecken',
    'Keine Spuren im Bild',
    'Ein Schalter für alles',
    'Neutrale Nachrichten',
    'Registrieren',
  ]);
  expect(all(/<summary><span>([^<]*)</g)).toEqual([
    'Steht mein Name irgendwo?',
    'Muss ich meine Adresse zeigen?',
    'Was steht auf der Abrechnung?',
    'Wie schnell bin ich offline?',
    'Was kostet ein Inserat wirklich?',
  ]);
  expect(HTML).toContain('Als Zweck geben wir «Guthaben» an, nie etwas aus deinem Inserat.');
});

test('the picture of the hero is one example to readers of the screen, and nothing in it is read [EXP-112]', () => {
  const [stage = ''] = HTML.match(/<div class="velvet stage".*?<\/section>/s) ?? [];
  expect(stage).toMatch(
    /role="img" aria-label="Beispiel: Inserat von Lena auf der Webseite Mondgarten/,
  );
  for (const words of [
    'Wo dein Inserat steht',
    '214 Aufrufe',
    '</svg>Mondgarten<svg',
    '>Beispiel<',
  ])
    expect(stage).toContain(words);
  expect(stage).not.toMatch(/<a |<button/);
  expect(HTML).toContain('10+ Partner-Webseiten');
});
