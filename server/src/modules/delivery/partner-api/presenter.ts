import type {
  DeliveredAd,
  DeliveredImage,
  DeliveredVideo,
} from '@samtrot/shared/delivery/contract.ts';
import { DELIVERED_CONTENT } from '@samtrot/shared/inserate/contract.ts';
import { homepageProblem } from '@samtrot/shared/inserate/homepage.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import { shownPlace } from '@samtrot/shared/inserate/place.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import type { Choices } from '../../catalogue/service.ts';
import * as inserate from '../../inserate/service.ts';
import { fileName, posterName, videoFileName } from '../../media/service.ts';
import type { AdContent, MediaRow } from './content-store.ts';

/** The names of cantons, categories and offerings. */
export type Lists = Choices;

interface PresentContext {
  now: Date;
  names: Lists;
  /** Origin of image and video addresses. */
  origin: string;
}

/** An ad for a website, with the media it accepts. */
export function presentAd(row: AdContent, { now, names, origin }: PresentContext): DeliveredAd {
  const at = (place: MediaRow['place'], kind: MediaRow['kind']) =>
    row.media.filter((one) => one.place === place && one.kind === kind);
  const images = at('inserat', 'image').map((image) => presentImage(image, origin));
  const [storyVideo] = at('story', 'video').map((video) => presentVideo(video, origin));
  const [storyImage = images[0]] = at('story', 'image').map((image) => presentImage(image, origin));
  const contact = inserate.adContact.read(row);
  return {
    id: row.public_id,
    ...pick(DELIVERED_CONTENT, { ...row, ...contact }),
    ...described(row),
    ...reached({ ...row, ...contact }),
    cantons: named(row.cantons, names.cantons),
    categories: named(row.categories, names.categories),
    offerings: named(row.offerings, names.offerings),
    images,
    videos: at('inserat', 'video').map((video) => presentVideo(video, origin)),
    topad: isAhead(row.topad_until, now),
    topad_until: isAhead(row.topad_until, now) ? row.topad_until.toISOString() : null,
    farbe: row.colour,
    story: isAhead(row.story_until, now)
      ? {
          title: row.story_title,
          until: row.story_until.toISOString(),
          image: storyVideo ? null : (storyImage ?? null),
          video: storyVideo ?? null,
        }
      : null,
    published_at: row.published_at.toISOString(),
    lifted_at: row.lifted_at.toISOString(),
    end_at: row.end_at.toISOString(),
    updated_at: row.changed_at.toISOString(),
  };
}

const isAhead = (end: Date | null, now: Date): end is Date => end !== null && end > now;

function described(row: AdContent): Pick<DeliveredAd, 'beschreibung' | 'beschreibung_html'> {
  const html = inserate.readDescription(row.beschreibung);
  return { beschreibung: plainText(html), beschreibung_html: html };
}

/** The advertiser's enabled contact channels. */
function reached(
  row: AdContent & ReturnType<typeof inserate.adContact.read>,
): Pick<DeliveredAd, 'sms' | 'whatsapp' | 'homepage' | 'standort' | 'adresse'> {
  return {
    sms: row.sms_erlaubt,
    whatsapp: row.whatsapp_erlaubt && row.whatsapp ? row.whatsapp : null,
    // Stored rows are validated on output too.
    homepage:
      row.homepage.startsWith('https://') && !homepageProblem(row.homepage) ? row.homepage : null,
    ...shownPlace(row),
  };
}

const named = <Id>(ids: Id[], list: { id: Id; name: string }[]) =>
  ids.flatMap((id) => {
    const entry = list.find((one) => one.id === id);
    return entry ? { id, name: entry.name } : [];
  });

type ImageRow = Pick<MediaRow, 'content_id' | 'width' | 'height' | 'sizes' | 'placeholder'>;

export function presentImage(row: ImageRow, origin: string): DeliveredImage {
  const { content_id, width, height, sizes, placeholder } = row;
  const urls = Object.fromEntries(
    sizes.map((size) => [String(size), `${origin}/media/${fileName(content_id, size)}`]),
  );
  return { urls, width, height, placeholder };
}

function presentVideo(
  { content_id, width, height, sizes, duration_ms }: MediaRow,
  origin: string,
): DeliveredVideo {
  return {
    urls: Object.fromEntries(
      sizes.map((size) => [String(size), `${origin}/media/${videoFileName(content_id, size)}`]),
    ),
    poster: `${origin}/media/${posterName(content_id)}`,
    width,
    height,
    seconds: duration_ms / 1000,
  };
}
