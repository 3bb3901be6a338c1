import type {
  AdAnswer,
  AdCountAnswer,
  AdsAnswer,
  BannersAnswer,
  ClubAnswer,
  ClubsAnswer,
  DeliveredAd,
  DeliveredClub,
  DeliveredImage,
  ListsAnswer,
  SimilarAnswer,
  StoriesAnswer,
  VisitBody,
} from '@samtrot/shared/delivery/contract.ts';
import { DELIVERED_CONTENT } from '@samtrot/shared/inserate/contract.ts';
import { examplesOf } from '@samtrot/shared/kernel/content-schema.ts';
import type { PartnerReportAnswer, PartnerReportBody } from '@samtrot/shared/reports/contract.ts';
import { reportNumber, reportThanks } from '@samtrot/shared/reports/rules.ts';

interface Example<Answer, Sent = VisitBody> {
  ask: string;
  send?: Sent;
  answer: Answer;
}

const image = (origin: string): DeliveredImage => ({
  urls: { '400': `${origin}/media/4f0c-400.webp`, '800': `${origin}/media/4f0c-800.webp` },
  width: 800,
  height: 1000,
  placeholder: 'data:image/webp;base64,UklGRg==',
});

const ad = (origin: string): DeliveredAd => ({
  id: '0b9e0d5c-2f6e-4a3b-9c62-6a0f1d1f7a11',
  ...examplesOf(DELIVERED_CONTENT),
  beschreibung: 'Ich freue mich auf dich.',
  beschreibung_html: '<p>Ich freue mich auf dich.</p>',
  sms: true,
  whatsapp: '+41791234567',
  homepage: 'https://lena.example',
  standort: { plz: '8001', ort: 'Zürich' },
  adresse: null,
  cantons: [{ id: 'ZH', name: 'Zürich' }],
  categories: [{ id: 1, name: 'Begleitung' }],
  offerings: [],
  images: [image(origin)],
  videos: [],
  topad: false,
  topad_until: null,
  farbe: true,
  story: null,
  published_at: '2026-11-20T11:00:00.000Z',
  lifted_at: '2026-11-20T11:00:00.000Z',
  end_at: '2026-11-27T11:00:00.000Z',
  updated_at: '2026-11-20T11:00:00.000Z',
});

const withStory = (origin: string): DeliveredAd => ({
  ...ad(origin),
  story: {
    title: 'Heute frei',
    until: '2026-11-21T11:00:00.000Z',
    image: image(origin),
    video: null,
  },
});

const club = (origin: string): DeliveredClub => ({
  id: '7d8c1c55-6f0e-4d53-8a50-0a4f4b6a3c52',
  name: 'Haus am Fluss',
  titel: 'Täglich offen',
  beschreibung: 'Ruhige Räume, nette Menschen.',
  telefon: '+41441234567',
  homepage: null,
  adresse: { strasse: 'Flussweg 3', zusatz: '', plz: '8000', ort: 'Zürich', land: 'Schweiz' },
  canton: { id: 'ZH', name: 'Zürich' },
  oeffnungszeiten: [{ tag: 1, von: '10:00', bis: '23:00' }],
  images: [image(origin)],
  end_at: null,
  updated_at: '2026-11-20T11:00:00.000Z',
});

type VisitAnswer = { success: true };
const VISIT: VisitBody = {
  kind: 'phone',
  visitor: 'b1946ac92492d2347c6235b4d2611184',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
};
const TOKEN = 'Zk3vQ1xT9aYb0cWd';
const TOMBSTONE = { id: '3d7c7f0a-51c4-4a9b-8b57-0f3a86d2c7de', deleted: true } as const;

/** Example requests and responses per path of the reference; validated against the contract. */
export const examples = (origin: string) => ({
  '/partner/v1/ads': [
    {
      ask: '/partner/v1/ads?canton=ZH&limit=1',
      answer: {
        success: true,
        ads: [ad(origin)],
        corrected: null,
        next_cursor: `${TOKEN}Seite2`,
        next_since: TOKEN,
        more: true,
      },
    },
    {
      ask: `/partner/v1/ads?canton=ZH&since=${TOKEN}`,
      answer: {
        success: true,
        ads: [{ ...ad(origin), titel: 'Abende am See' }, TOMBSTONE],
        corrected: null,
        next_cursor: null,
        next_since: `${TOKEN}spaeter`,
        more: false,
      },
    },
  ] satisfies Example<AdsAnswer>[],
  '/partner/v1/ads/{id}': [
    { ask: `/partner/v1/ads/${ad(origin).id}`, answer: { success: true, ad: ad(origin) } },
  ] satisfies Example<AdAnswer>[],
  '/partner/v1/ads/count': [
    {
      ask: '/partner/v1/ads/count?canton=ZH&category=1',
      answer: { success: true, total: 128, new_today: 14, corrected: null },
    },
  ] satisfies Example<AdCountAnswer>[],
  '/partner/v1/ads/{id}/similar': [
    {
      ask: `/partner/v1/ads/${ad(origin).id}/similar?limit=1`,
      answer: { success: true, ads: [{ ...ad(origin), id: TOMBSTONE.id, name: 'Mira' }] },
    },
  ] satisfies Example<SimilarAnswer>[],
  '/partner/v1/stories': [
    {
      ask: '/partner/v1/stories?limit=12',
      answer: { success: true, ads: [withStory(origin)], next_cursor: null, more: false },
    },
  ] satisfies Example<StoriesAnswer>[],
  '/partner/v1/clubs': [
    {
      ask: `/partner/v1/clubs?since=${TOKEN}`,
      answer: {
        success: true,
        clubs: [club(origin), TOMBSTONE],
        next_cursor: null,
        next_since: `${TOKEN}spaeter`,
        more: false,
      },
    },
  ] satisfies Example<ClubsAnswer>[],
  '/partner/v1/clubs/{id}': [
    { ask: `/partner/v1/clubs/${club(origin).id}`, answer: { success: true, club: club(origin) } },
  ] satisfies Example<ClubAnswer>[],
  '/partner/v1/banners': [
    {
      ask: '/partner/v1/banners?slot=a1',
      answer: {
        success: true,
        banners: [
          {
            id: '5a1f7a58-3e21-4a8e-9b36-8d1b6f5a0c9d',
            slot: 'a1',
            text: '',
            image: image(origin),
            click_url: `${origin}/b/c/${TOKEN}`,
            impression_url: `${origin}/b/v/${TOKEN}`,
            end_at: '2026-12-20T11:00:00.000Z',
          },
        ],
      },
    },
  ] satisfies Example<BannersAnswer>[],
  '/partner/v1/ads/{id}/views': [
    { ask: `/partner/v1/ads/${ad(origin).id}/views`, send: VISIT, answer: { success: true } },
  ] satisfies Example<VisitAnswer>[],
  '/partner/v1/clubs/{id}/views': [
    { ask: `/partner/v1/clubs/${club(origin).id}/views`, send: VISIT, answer: { success: true } },
  ] satisfies Example<VisitAnswer>[],
  '/partner/v1/reports': [
    {
      ask: '/partner/v1/reports',
      send: {
        object: { type: 'inserat', id: ad(origin).id },
        reason: 'betrug',
        visitor: VISIT.visitor,
      },
      answer: {
        success: true,
        number: reportNumber(2041),
        message: reportThanks(2041, 'betrug'),
      },
    },
  ] satisfies Example<PartnerReportAnswer, PartnerReportBody>[],
  '/partner/v1/lists': [
    {
      ask: '/partner/v1/lists',
      answer: {
        success: true,
        cantons: [{ id: 'ZH', name: 'Zürich' }],
        categories: [{ id: 1, name: 'Begleitung' }],
        offerings: [],
      },
    },
  ] satisfies Example<ListsAnswer>[],
});
