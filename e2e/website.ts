/** The partner website before a portal that returns what a journey sets. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DeliveredAd, DeliveredBanner, DeliveredClub, Portal } from '@samtrot/partner';
import { createSite, type SiteOptions } from '../partner-site/src/site.ts';

const DIST = join(import.meta.dirname, '../partner-site/dist');
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><path fill="#a06a70" d="M0 0h4v5H0z"/></svg>')}`;

export const CANTONS = [
  { id: 'ZH', name: 'Zürich' },
  { id: 'BE', name: 'Bern' },
];
export const CATEGORIES = [
  { id: 1, name: 'Begleitung' },
  { id: 2, name: 'Massage' },
  { id: 3, name: 'Studio und Salon' },
];
export const NOW = new Date('2026-11-20T12:00:00Z');

const image = (width: number, height: number) => ({
  urls: { [width]: 'http://localhost:9/nothing.webp' },
  width,
  height,
  placeholder: PICTURE,
});

let made = 0;
export const websiteAd = (values: Partial<DeliveredAd> = {}): DeliveredAd => ({
  id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  name: 'Lena',
  titel: 'Entspannte Stunden in Zürich mit Blick auf den See',
  beschreibung: 'Ich nehme mir Zeit und mag gute Gespräche bei einem Glas Wein.',
  beschreibung_html: '<p>Ich nehme mir Zeit.</p>',
  telefon: '+41791234567',
  sms: true,
  whatsapp: null,
  homepage: null,
  adresse: null,
  standort: null,
  erreichbar: { zeiten: [], nach_absprache: false },
  cantons: [CANTONS[0]!],
  categories: [CATEGORIES[0]!],
  offerings: [],
  sprachen: ['de'],
  originalbilder: 'Original Bilder',
  images: [image(640, 800)],
  videos: [],
  topad: false,
  topad_until: null,
  farbe: false,
  story: null,
  published_at: NOW.toISOString(),
  lifted_at: NOW.toISOString(),
  end_at: '2026-12-20T12:00:00.000Z',
  updated_at: NOW.toISOString(),
  ...values,
});

const banner = (slot: DeliveredBanner['slot']): DeliveredBanner => ({
  id: crypto.randomUUID(),
  slot,
  text: '',
  image: image(1248, 244),
  click_url: 'http://localhost:9/click',
  impression_url: 'http://localhost:9/seen.gif',
  end_at: '2026-12-20T12:00:00.000Z',
});

export const websiteClub = (name: string): DeliveredClub => ({
  id: crypto.randomUUID(),
  name,
  titel: 'Ruhige Räume',
  beschreibung: 'Text',
  telefon: '+41443334455',
  homepage: null,
  adresse: null,
  canton: CANTONS[0]!,
  oeffnungszeiten: [{ tag: 5, von: '10:00', bis: '23:00' }],
  images: [image(1200, 900)],
  end_at: null,
  updated_at: NOW.toISOString(),
});

export interface Shown {
  ads: DeliveredAd[];
  clubs?: DeliveredClub[];
  banners: boolean;
  /** With an advertisement over the page. */
  popup?: boolean;
}

/** Starts the built website over these ads; `shown` may change while it runs. */
export async function openWebsite(shown: Shown) {
  const manifest = JSON.parse(
    readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  const { render } = (await import(
    pathToFileURL(join(DIST, 'server/entry-server.js')).href
  )) as Pick<SiteOptions, 'render'>;
  const matching = ({ canton, category, q }: { canton?: string; category?: string; q?: string }) =>
    shown.ads.filter(
      (ad) =>
        (!canton || ad.cantons.some(({ id }) => id === canton)) &&
        (!category || ad.categories.some(({ id }) => String(id) === category)) &&
        (!q || ad.titel.includes(q)),
    );
  const portal: Portal = {
    async ads({ topad, sort, ...filter }, limit) {
      const ads = matching(filter).filter((ad) => !topad || ad.topad === (topad === 'only'));
      if (sort === 'name') ads.sort((a, b) => a.name.localeCompare(b.name));
      return { ads: ads.slice(0, limit), next: null };
    },
    async countAds(filter) {
      const ads = matching(filter);
      const today = ads.filter(({ published_at }) => published_at.startsWith('2026-11-20'));
      return { total: ads.length, new_today: today.length, corrected: null };
    },
    adsById: async (ids) => shown.ads.filter(({ id }) => ids.includes(id)),
    similarAds: async (_, limit) => shown.ads.slice(0, limit),
    stories: async () => shown.ads.filter(({ story }) => story),
    ad: async (id) => shown.ads.find((ad) => ad.id === id) ?? null,
    clubs: async () => ({ clubs: shown.clubs ?? [], next: null }),
    club: async () => null,
    banners: async (places) =>
      places
        .map((place) => place.slice(0, 2) as DeliveredBanner['slot'])
        .filter((slot) => (slot === 'a3' ? shown.popup : shown.banners && slot !== 'a4'))
        .map(banner),
    invalidate: () => {},
    kept: () => 0,
    changes: async () => null,
    count: async () => true,
    report: async () => null,
    helpLines: async () => '<p>Ruf <a href="tel:117">117</a> an.</p>',
    lists: async () => ({ success: true, cantons: CANTONS, categories: CATEGORIES, offerings: [] }),
  };
  const server = await createSite({
    portal,
    portalPublicUrl: 'http://localhost:9',
    render,
    assets: join(DIST, 'client'),
    stylesheet: `/${manifest['src/styles/site.css']!.file}`,
    script: `/${manifest['src/browser/site.ts']!.file}`,
    leaveUrl: '/nutzungsbedingungen',
    secureCookies: false,
    now: () => NOW,
    onFailure: (error) => {
      throw error;
    },
  });
  await server.listen({ port: 0, host: 'localhost' });
  const { port } = server.server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => server.close() };
}
