import type { DeliveredAd, DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { content, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import { shownPlace } from '@samtrot/shared/inserate/place.ts';
import { deliveredIn, pick } from '@samtrot/shared/kernel/content.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { ImageSource, VideoSource } from '@samtrot/shared/media/contract.ts';
import { DEFAULT_RATING, type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';

/** How the ad is shown; what is booked stays as it is. */
export type Look = 'plain' | 'colour' | 'top';

export interface PreviewMedia {
  images: readonly ImageSource[];
  videos: readonly VideoSource[];
  /** Pictures on their way, by the local address of what they show. */
  uploads: readonly { preview: string }[];
  /** What these will show; absent before somebody has said it. */
  pendingRating?: Rating | null;
}

interface Lists {
  cantons: readonly { id: string; name: string }[];
  categories: readonly { id: number; name: string }[];
  offerings: readonly { id: number; name: string }[];
}

export interface PreviewSubject {
  form: InseratContent;
  media: PreviewMedia;
}

interface Context {
  lists: Lists;
  /** What the website shows at most. */
  accepts: Rating;
  look: Look;
  /** Of the addresses of pictures and videos. */
  origin: string;
  now: Date;
}

/** The look that is booked, or chosen in the form. */
export const bookedLook = ({ top_ad_enabled, color_enabled }: InseratContent): Look =>
  top_ad_enabled ? 'top' : color_enabled ? 'colour' : 'plain';

/** Large enough for a TopAd, so that another look asks for no other file. */
const WIDTH = 640;

/** The picture in one width. */
function imageOf({ variants, url, width, height, placeholder }: ImageSource, origin: string) {
  const widths = Object.keys(variants)
    .map(Number)
    .sort((a, b) => a - b);
  const chosen = widths.find((one) => one >= WIDTH) ?? widths.at(-1) ?? width;
  const address = new URL(variants[String(chosen)] ?? url, origin).href;
  return { urls: { [chosen]: address }, width, height, placeholder } satisfies DeliveredImage;
}

function videoOf(video: VideoSource, origin: string): DeliveredAd['videos'] {
  const { url, thumbnail, width, height, seconds, status } = video;
  if (status !== 'bereit') return [];
  const at = (address: string) => new URL(address, origin).href;
  return [{ urls: { [height]: at(url) }, poster: at(thumbnail), width, height, seconds }];
}

/** Its file says its size only when it is drawn; the frames of the website crop it anyway. */
const pendingImage = ({ preview }: { preview: string }): DeliveredImage => ({
  urls: { [WIDTH]: preview },
  width: 4,
  height: 5,
  placeholder: '',
});

/** What of the pictures a website shows, by the same rule as the delivery. */
function shownImages({ images, uploads, pendingRating }: PreviewMedia, accepts: Rating) {
  const accepted = ratingsUpTo(accepts);
  const shown = images.filter(({ rating }) => accepted.includes(rating));
  const pending = accepted.includes(pendingRating ?? DEFAULT_RATING) ? uploads : [];
  return { shown, pending, all: images.length + uploads.length };
}

/** What websites get as it is written. */
const DELIVERED = deliveredIn(content);

const E164 = /^\+\d{8,15}$/;
const reachable = (number: string): string => (E164.test(number) ? number : '');

/**
 * The ad as a website with this limit would get it. Where nothing is written yet stands what will
 * be there (EXP-17).
 */
export function previewAd({ form, media }: PreviewSubject, context: Context): DeliveredAd {
  const { lists, accepts, look, origin, now } = context;
  const { shown, pending } = shownImages(media, accepts);
  const images = [...shown.map((image) => imageOf(image, origin)), ...pending.map(pendingImage)];
  const text = plainText(form.beschreibung);
  const cantons = named(form.cantons, lists.cantons);
  return {
    id: '00000000-0000-4000-8000-000000000000',
    ...pick(DELIVERED, form),
    name: form.name.trim() || 'Dein Name',
    titel: form.titel.trim() || 'Dein Titel',
    beschreibung: text || 'Deine Beschreibung',
    beschreibung_html: text ? form.beschreibung : '<p>Deine Beschreibung</p>',
    telefon: reachable(form.telefon),
    sms: form.sms_erlaubt,
    whatsapp: (form.whatsapp_erlaubt && reachable(form.whatsapp)) || null,
    homepage: form.homepage.startsWith('https://') ? form.homepage : null,
    ...shownPlace(form),
    cantons: cantons.length > 0 ? cantons : [{ id: '', name: 'Deine Region' }],
    categories: named(form.categories, lists.categories),
    offerings: named(form.offerings, lists.offerings),
    images,
    videos: media.videos
      .filter(({ rating }) => ratingsUpTo(accepts).includes(rating))
      .flatMap((video) => videoOf(video, origin)),
    topad: look === 'top',
    topad_until: null,
    farbe: look === 'colour',
    story: form.story_posted
      ? {
          title: form.story_title,
          until: new Date(now.getTime() + DAY_MS).toISOString(),
          image: images[0] ?? null,
          video: null,
        }
      : null,
    published_at: now.toISOString(),
    lifted_at: now.toISOString(),
    end_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

const named = <Id>(
  ids: readonly Id[],
  list: readonly { id: Id; name: string }[],
): { id: Id; name: string }[] => ids.flatMap((id) => list.find((entry) => entry.id === id) ?? []);

const counted = (count: number) =>
  count === 0 ? 'kein Bild' : count === 1 ? '1 Bild' : `${count} Bilder`;

/** What stands in the preview, for who does not see it. */
export const previewSentence = (ad: DeliveredAd): string =>
  `So sehen Besucher dein Inserat: «${ad.titel}», ${ad.cantons.map(({ name }) => name).join(', ')}, ${counted(ad.images.length)}.`;

/** What the website leaves out; null when it shows every picture. */
export function withheldSentence(media: PreviewMedia, accepts: Rating): string | null {
  const { shown, pending, all } = shownImages(media, accepts);
  const count = shown.length + pending.length;
  return count === all
    ? null
    : `Diese Webseite zeigt ${count} von ${all} ${all === 1 ? 'Bild' : 'Bildern'}.`;
}
