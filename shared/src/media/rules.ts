/** Of the decoded file (CON-53). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** Of a video as it is sent: 400 MB are 400 MiB, as for pictures (CON-56, MED-18, MED-26). */
export const MAX_VIDEO_BYTES = 400 * 1024 * 1024;

/** Endings that the file chooser offers (MED-17); the type is detected from the content. */
export const VIDEO_ENDINGS = [
  '.mp4',
  '.mov',
  '.wmv',
  '.avi',
  '.mkv',
  '.mpeg',
  '.m2v',
  '.mp2',
  '.mp3',
] as const;

/** A story is shown to the end in half a minute (CON-60, X-36). */
export const MAX_STORY_SECONDS = 30;

/** Of any other video; longer ones are no advertisement. */
export const MAX_VIDEO_SECONDS = 10 * 60;

/** Heights in which a video is kept, largest first; never larger than it came. */
export const VIDEO_HEIGHTS = [720, 480] as const;

/**
 * What a picture shows, mildest first. The advertiser says so, the operator corrects it; partner
 * websites accept up to one of them.
 */
export const RATINGS = ['jugendfrei', 'erotisch', 'explizit'] as const;
export type Rating = (typeof RATINGS)[number];

/** A website that accepts this rating accepts these. */
export const ratingsUpTo = (rating: Rating): Rating[] =>
  RATINGS.slice(0, RATINGS.indexOf(rating) + 1);

/** On how many of so many websites a picture is shown, by what it shows (EXP-53). */
export type Reach = Record<Rating, number> & { of: number };

export function reachOf(accepted: readonly Rating[]): Reach {
  const showing = (rating: Rating) =>
    accepted.filter((most) => ratingsUpTo(most).includes(rating)).length;
  return {
    jugendfrei: showing('jugendfrei'),
    erotisch: showing('erotisch'),
    explizit: showing('explizit'),
    of: accepted.length,
  };
}

/** The stricter of the two. */
export const stricterOf = (one: Rating, other: Rating): Rating =>
  ratingsUpTo(one).includes(other) ? one : other;

/** What some of these accept and others do not. */
export function ratingsBetween(ratings: Rating[]): Rating[] {
  const places = ratings.map((rating) => RATINGS.indexOf(rating));
  return RATINGS.slice(Math.min(...places) + 1, Math.max(...places) + 1);
}

/** What follows from it where a website accepts less, for everybody to read: terms and FAQ. */
export const RATING_SENTENCE =
  'Jede Webseite legt fest, bis zu welcher Einstufung sie Bilder und Videos zeigt. Strengere lässt sie weg: Ein Inserat oder ein Club steht dort ohne sie, ein Banner mit einem solchen Bild gar nicht.';

/** What is said of a picture that came without a word; the pages always send one (EXP-54). */
export const DEFAULT_RATING: Rating = 'erotisch';

/**
 * Pictures whose perceptual hashes differ in at most so many of 64 places are taken for the same
 * one.
 */
export const SIMILAR_DISTANCE = 10;

/** Where a picture or a video belongs within its ad. */
export const PLACES = ['inserat', 'story'] as const;
export type Place = (typeof PLACES)[number];

export const VIDEO_STATES = ['wartet', 'laeuft', 'bereit', 'gescheitert'] as const;
export type VideoState = (typeof VIDEO_STATES)[number];

/** Whether a video is shown, now or once it is rebuilt; one that could not be read is none. */
export const willShow = ({ status }: { status: VideoState }): boolean => status !== 'gescheitert';

/** Whether a story has something of its own to show. */
export const hasStoryMedia = (
  image: object | null,
  video: { status: VideoState } | null,
): boolean => image !== null || (video !== null && willShow(video));

/** Everything that the files of one account may take up, and what is on its way. */
export const ACCOUNT_QUOTA_BYTES = 4 * 1024 * 1024 * 1024;

/** Uploads of an account that are on their way at once. */
export const MAX_OPEN_UPLOADS = 4;

/** An upload that stands still longer is no longer on its way, though it may go on. */
export const UPLOAD_IDLE_MS = 15 * 60_000;

/** What is not finished and taken so long after its last byte is removed. */
export const UPLOAD_LIVES_MS = 24 * 60 * 60_000;

/** Pixels of a picture in all; more is refused before it is unpacked. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** The longer side by the shorter one; beyond it is no photograph. */
export const MAX_IMAGE_PROPORTION = 50;

/** Why a picture of so many pixels is not taken; null where its size is fine or unknown. */
export function sizeProblem({ width, height }: { width: number; height: number }) {
  if (width === 0 || height === 0) return null;
  if (Math.max(width, height) / Math.min(width, height) > MAX_IMAGE_PROPORTION)
    return 'IMAGE_TOO_THIN';
  return width * height > MAX_IMAGE_PIXELS ? 'IMAGE_TOO_MANY_PIXELS' : null;
}

/** Widths in which a picture is kept; never larger than it came. */
export const IMAGE_WIDTHS = [320, 640, 960, 1440] as const;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** What a file is by its first bytes, or null when it is no picture that is accepted (MED-01). */
export function contentOf(bytes: Uint8Array): 'png' | 'jpeg' | null {
  if (PNG.every((byte, index) => bytes[index] === byte)) return 'png';
  return JPEG.every((byte, index) => bytes[index] === byte) ? 'jpeg' : null;
}
