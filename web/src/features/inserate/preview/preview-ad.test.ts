import { BLANK_INSERAT, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { switchesOf } from '@samtrot/shared/inserate/place.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { RATINGS, type Rating } from '@samtrot/shared/media/rules.ts';
import { expect, test } from 'vitest';
import {
  bookedLook,
  type Look,
  type PreviewMedia,
  previewAd,
  previewSentence,
  withheldSentence,
} from './preview-ad.ts';

const LISTS = {
  cantons: [
    { id: 'ZH', name: 'Zürich' },
    { id: 'BE', name: 'Bern' },
  ],
  categories: [{ id: 1, name: 'Massage' }],
  offerings: [{ id: 2, name: 'Öl' }],
};
const NOTHING: PreviewMedia = { images: [], videos: [], uploads: [] };
const FILLED: InseratContent = {
  ...BLANK_INSERAT,
  name: 'Lena',
  titel: 'Ruhige Stunden',
  beschreibung: '<p>Gute <strong>Gespräche</strong>.</p>',
  telefon: '+41791234567',
  cantons: ['ZH'],
  categories: [1],
  offerings: [2],
};

const image = (name: string, rating: Rating): ImageSource => ({
  url: `/media/${name}-1440.webp`,
  variants: { '320': `/media/${name}-320.webp`, '960': `/media/${name}-960.webp` },
  width: 1440,
  height: 1800,
  placeholder: 'data:image/webp;base64,x',
  name,
  attachment_id: 1,
  cloudflare_id: name,
  mainImage: false,
  waiting: false,
  replaces: false,
  sortName: '01',
  rating,
  base64ImageString: '',
});
const THREE = RATINGS.map((rating) => image(rating, rating));

const shown = (
  form: Partial<InseratContent>,
  media: Partial<PreviewMedia> = {},
  { accepts = 'explizit', look = 'plain' }: { accepts?: Rating; look?: Look } = {},
) =>
  previewAd(
    { form: { ...FILLED, ...form }, media: { ...NOTHING, ...media } },
    {
      lists: LISTS,
      accepts,
      look,
      origin: 'https://portal.example',
      now: new Date('2026-11-20T12:00:00Z'),
    },
  );

test('the preview follows name, title, regions, text, picture order and address [EXP-12]', () => {
  const ad = shown(
    { name: 'Mia', titel: 'Am Abend', cantons: ['BE', 'ZH'], adresse_anzeigen: false },
    { images: THREE.toReversed() },
  );
  expect([ad.name, ad.titel, ad.beschreibung]).toEqual(['Mia', 'Am Abend', 'Gute Gespräche.']);
  expect(ad.beschreibung_html).toBe(FILLED.beschreibung);
  expect(ad.cantons.map(({ name }) => name)).toEqual(['Bern', 'Zürich']);
  expect(ad.adresse).toBeNull();
  expect(ad.images.map(({ urls }) => Object.values(urls))).toEqual([
    ['https://portal.example/media/explizit-960.webp'],
    ['https://portal.example/media/erotisch-960.webp'],
    ['https://portal.example/media/jugendfrei-960.webp'],
  ]);
  expect(shown({ ...switchesOf('adresse'), ort: 'Zürich' }).adresse?.ort).toBe('Zürich');
  const place = { ...switchesOf('ort'), strasse_und_nummer: 'Seeweg 1', ort: 'Thun' };
  expect(shown(place)).toMatchObject({ adresse: null, standort: { plz: '', ort: 'Thun' } });
});

test('each look shows the same ad, and the booked one is the first [EXP-14]', () => {
  const { topad: _, farbe: __, ...same } = shown({});
  for (const [look, topad, farbe] of [
    ['plain', false, false],
    ['colour', false, true],
    ['top', true, false],
  ] as const)
    expect(shown({}, {}, { look })).toEqual({ ...same, topad, farbe });
  const booked = (top_ad_enabled: boolean, color_enabled: boolean) =>
    bookedLook({ ...FILLED, top_ad_enabled, color_enabled });
  expect([booked(false, false), booked(false, true), booked(true, true)]).toEqual([
    'plain',
    'colour',
    'top',
  ]);
});

test('a website gets the pictures up to the rating that it accepts, and says so [EXP-16]', () => {
  const media = { ...NOTHING, images: THREE };
  const count = (accepts: Rating) => shown({}, media, { accepts }).images.length;
  expect(RATINGS.map(count)).toEqual([1, 2, 3]);
  expect(RATINGS.map((accepts) => withheldSentence(media, accepts))).toEqual([
    'Diese Webseite zeigt 1 von 3 Bildern.',
    'Diese Webseite zeigt 2 von 3 Bildern.',
    null,
  ]);
  const one = { ...NOTHING, images: [image('a', 'explizit')] };
  expect(withheldSentence(one, 'jugendfrei')).toBe('Diese Webseite zeigt 0 von 1 Bild.');
});

test('an empty form shows where its parts will be, and half a number is none [EXP-17]', () => {
  const ad = shown({ ...BLANK_INSERAT, telefon: '079 12', beschreibung: '<p></p>' });
  expect(ad).toMatchObject({
    name: 'Dein Name',
    titel: 'Dein Titel',
    beschreibung_html: '<p>Deine Beschreibung</p>',
    cantons: [{ name: 'Deine Region' }],
    telefon: '',
    whatsapp: null,
    images: [],
  });
  expect(JSON.stringify(ad)).not.toContain('undefined');
});

test('a picture on its way is shown from its local address, after the saved ones [EXP-17]', () => {
  const { images } = shown({}, { images: THREE, uploads: [{ preview: 'blob:x' }] });
  expect(images).toHaveLength(4);
  expect(Object.values(images[3]!.urls)).toEqual(['blob:x']);
});

test('pictures on their way are shown where the website takes what they will show [EXP-16, EXP-17]', () => {
  const uploads = [{ preview: 'blob:x' }];
  const count = (pendingRating: Rating | null, accepts: Rating) =>
    shown({}, { uploads, pendingRating }, { accepts }).images.length;
  expect(count('explizit', 'explizit')).toBe(1);
  expect(count('explizit', RATINGS[0]!)).toBe(0);
  expect(count(RATINGS[0]!, RATINGS[0]!)).toBe(1);
});

test('a video that is not ready is not in the preview [EXP-17]', () => {
  const video = {
    url: '/media/v-720.mp4',
    thumbnail: '/media/v.webp',
    name: 'v',
    mainvideo: true,
    attachment_id: 1,
    cloudflare_id: 'v',
    cloudflare_variant_0: '',
    width: 1280,
    height: 720,
    seconds: 9,
    progress: 100,
    failure: '',
    rating: 'jugendfrei' as const,
  };
  const of = (status: 'bereit' | 'laeuft') => shown({}, { videos: [{ ...video, status }] }).videos;
  expect(of('laeuft')).toEqual([]);
  expect(of('bereit')).toMatchObject([
    { urls: { 720: 'https://portal.example/media/v-720.mp4' }, seconds: 9 },
  ]);
});

test('the sentence for screen readers names title, regions and pictures [EXP-18]', () => {
  expect(previewSentence(shown({ cantons: ['ZH', 'BE'] }, { images: THREE }))).toBe(
    'So sehen Besucher dein Inserat: «Ruhige Stunden», Zürich, Bern, 3 Bilder.',
  );
  expect(previewSentence(shown({}))).toContain('kein Bild.');
});
