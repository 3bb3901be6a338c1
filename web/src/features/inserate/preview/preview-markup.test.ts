import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { render } from '../../../../../partner-site/src/entry-server.tsx';
import type { Frame, Page } from '../../../../../partner-site/src/pages.ts';
import { PreviewContent, type PreviewContentProps } from './preview-document.tsx';

const picture = (name: string) => ({
  urls: { 320: `https://portal.example/${name}-320`, 960: `https://portal.example/${name}-960` },
  width: 960,
  height: 1200,
  placeholder: 'data:image/webp;base64,x',
});
const PLAIN: DeliveredAd = {
  id: '7b0f5e0c-58a5-4c8a-9a35-2f0f1c1f6a10',
  name: 'Lena',
  titel: 'Ruhige Stunden',
  beschreibung: 'Gute Gespräche.',
  beschreibung_html: '<h1>Hallo</h1><p class="align-center">Gute <em>Gespräche</em>.</p>',
  sprachen: ['de', 'fr'],
  telefon: '+41791234567',
  sms: true,
  whatsapp: '+41791234567',
  homepage: 'https://lena.example/',
  standort: { plz: '8004', ort: 'Zürich' },
  erreichbar: { zeiten: [{ tage: [5], von: '10:00', bis: '22:00' }], nach_absprache: false },
  adresse: { strasse: 'Seeweg 1', zusatz: '', plz: '8004', ort: 'Zürich', land: 'Schweiz' },
  originalbilder: 'Original Bilder',
  cantons: [{ id: 'ZH', name: 'Zürich' }],
  categories: [{ id: 1, name: 'Massage' }],
  offerings: [{ id: 2, name: 'Öl' }],
  images: [picture('a'), picture('b')],
  videos: [
    {
      urls: { 480: 'https://portal.example/v' },
      poster: 'https://portal.example/p',
      width: 640,
      height: 480,
      seconds: 9,
    },
  ],
  topad: false,
  topad_until: null,
  farbe: false,
  story: { title: 'Heute', until: '2026-11-21T12:00:00.000Z', image: picture('s'), video: null },
  published_at: '2026-11-18T12:00:00.000Z',
  lifted_at: '2026-11-20T12:00:00.000Z',
  end_at: '2026-11-27T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
};
const ADS: Record<string, DeliveredAd> = {
  plain: PLAIN,
  coloured: { ...PLAIN, farbe: true },
  TopAd: { ...PLAIN, topad: true },
  bare: { ...PLAIN, images: [], videos: [], telefon: '', whatsapp: null, story: null },
};

const FRAME: Frame = {
  stylesheet: '',
  fonts: [],
  script: '',
  publicUrl: '',
  warning: undefined,
  robots: '',
  portalPublicUrl: '',
  rating: '',
  now: new Date(PLAIN.updated_at),
  path: '/',
  veiled: false,
};
const AROUND = { list: { title: '', path: '/' }, previous: null, next: null, place: null };
const list = (ad: DeliveredAd): Page => ({
  kind: 'list',
  topAds: ad.topad ? [ad] : [],
  ads: ad.topad ? [] : [ad],
  stories: [],
  count: { total: 1, new_today: 0, corrected: null },
  waysOut: [],
  next: null,
  search: { kanton: '', kategorie: '', suche: '', sortierung: '', weiter: '' },
  lists: { success: true, cantons: [], categories: [], offerings: [] },
  banners: { links: [] },
});

/** The ad of a page, without the addresses of the website. */
function adOf(html: string): string {
  const [article] = /<article.*<\/article>/s.exec(html) ?? [];
  if (!article) throw new Error('no ad on the page');
  return article.replace(/ (?:href|ping)="(?!tel:|sms:)[^"]*"/g, '');
}

const preview = (props: Omit<PreviewContentProps, 'neighbours' | 'veiled'>) =>
  renderToStaticMarkup(createElement(PreviewContent, { ...props, neighbours: 3, veiled: false }));

test.each(Object.entries(ADS))(
  'partner website and preview draw the %s ad alike, in the list and on its page [EXP-09]',
  (_, ad) => {
    expect(adOf(preview({ ad, view: 'card' }))).toBe(adOf(render(list(ad), FRAME)));
    const page = adOf(render({ kind: 'detail', ad, similar: [], around: AROUND }, FRAME));
    expect(adOf(preview({ ad, view: 'page' }))).toBe(page);
    expect(page).toContain('Jetzt erreichbar bis 22 Uhr');
  },
);

test('nothing of a preview leads away from the form [EXP-18]', () => {
  const links =
    preview({ ad: { ...PLAIN, videos: [] }, view: 'page' }).match(/ (?:href|ping)="[^"]*"/g) ?? [];
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !/="(#|tel:|sms:)/.test(link))).toEqual([]);
});
