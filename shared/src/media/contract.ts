import * as z from 'zod/mini';
import { PACKAGE_IDS } from '../cart/rules.ts';
import { action } from '../kernel/action.ts';
import { id, withUser } from '../kernel/fields.ts';
import { PLACES, RATINGS, VIDEO_STATES } from './rules.ts';

/**
 * 10 MiB of picture are 14 MB of base64 in JSON; a bit more passes so that the refusal can name the
 * limit.
 */
export const IMAGE_BODY_LIMIT = 16_000_000;

/** Why a file is not taken as a picture. */
export const IMAGE_REFUSALS = [
  'IMAGE_TOO_LARGE',
  'NOT_AN_IMAGE',
  'IMAGE_TOO_MANY_PIXELS',
  'IMAGE_TOO_THIN',
  'IMAGE_DAMAGED',
  'IMAGE_UNREADABLE',
] as const;

/**
 * A picture of an ad as the wire shows it. Both ids are our own; `cloudflare_id` names the stored
 * content.
 */
export const ImageSource = z.object({
  url: z.string(),
  /** Address per width in pixels, for `srcset`. */
  variants: z.record(z.string(), z.string()),
  width: z.int(),
  height: z.int(),
  /** Tiny data URL that is shown until the picture is there. */
  placeholder: z.string(),
  name: z.string(),
  attachment_id: z.int(),
  cloudflare_id: z.string(),
  mainImage: z.boolean(),
  sortName: z.string(),
  rating: z.enum(RATINGS),
  /** Whether it waits for a review before visitors see it; its place is not paid for until then. */
  waiting: z.boolean(),
  /** Whether visitors see another one in its place until then, whose place is paid for. */
  replaces: z.boolean(),
  /** Always empty: the picture is fetched from its address. */
  base64ImageString: z.literal(''),
});
export type ImageSource = z.infer<typeof ImageSource>;

/** A video of an ad as the wire shows it; addresses are empty until it is rebuilt. */
export const VideoSource = z.object({
  /** The largest file. */
  url: z.string(),
  /** The poster. */
  thumbnail: z.string(),
  name: z.string(),
  mainvideo: z.boolean(),
  attachment_id: z.int(),
  cloudflare_id: z.string(),
  /** The smaller file, for phones; the same as `url` where the video is small. */
  cloudflare_variant_0: z.string(),
  width: z.int(),
  height: z.int(),
  seconds: z.number(),
  status: z.enum(VIDEO_STATES),
  /** Of the rebuilding, 0 to 100. */
  progress: z.int(),
  /** Why it could not be rebuilt, in words for its owner; empty otherwise. */
  failure: z.string(),
  rating: z.enum(RATINGS),
});
export type VideoSource = z.infer<typeof VideoSource>;

const fileName = z.optional(z.string().check(z.maxLength(300)));
/** Of an upload that has arrived (`/media/uploads`). */
const uploadId = z.uuid();
const place = z._default(z.optional(z.enum(PLACES)), 'inserat');

/** All media of an ad. */
export const adMedia = {
  imageSources: z.array(ImageSource),
  videoSources: z.array(VideoSource),
  story_image: z.nullable(ImageSource),
  story_video: z.nullable(VideoSource),
};

export const getInseratMedia = action({
  name: 'getInseratMedia',
  method: 'GET',
  audience: 'user',
  summary:
    'Pictures, videos and story of an ad of the caller, with the progress of what is being rebuilt.',
  input: z.object({ ...withUser, inserat_id: id }),
  output: z.object({ ...adMedia, message: z.string() }),
  errors: ['INSERAT_NOT_FOUND'],
});

export const saveInseratImage = action({
  name: 'saveInseratImage',
  method: 'POST',
  audience: 'user',
  summary:
    'Adds a picture (PNG or JPEG) to an ad of the caller or makes it its story: as data URL, or one that was uploaded before. Everything but the pixels is removed from it.',
  bodyLimit: IMAGE_BODY_LIMIT,
  limits: [{ per: 'account', attempts: 120, seconds: 3600 }],
  input: z.object({
    ...withUser,
    inserat_id: id,
    /** Either the picture itself or the upload that brought it. */
    base64ImageString: z.optional(z.string().check(z.maxLength(IMAGE_BODY_LIMIT))),
    upload_id: z.optional(uploadId),
    place,
    /**
     * The package chosen in the editor and not saved yet; a booking that runs keeps the limit of
     * its own.
     */
    inserat_typ: z.optional(z.enum(PACKAGE_IDS)),
    /** What it shows; without a word that of the picture it replaces, else `erotisch`. */
    rating: z.optional(z.enum(RATINGS)),
    /** The picture of the ad whose place it takes; that one is gone. */
    replaces: z.optional(id),
    name: fileName,
  }),
  output: z.object({
    image: ImageSource,
    /** What the file carried and lost, in words for the user, such as "GPS-Standort". */
    removed: z.array(z.string()),
    message: z.string(),
  }),
  errors: [
    'INVALID_INPUT',
    'INSERAT_NOT_FOUND',
    'TOO_MANY_INSERATE',
    /** There is no such picture to replace. */
    'NOT_FOUND',
    'UPLOAD_NOT_FOUND',
    'STORAGE_FULL',
    'QUOTA_REACHED',
    'TOO_MANY_IMAGES',
    ...IMAGE_REFUSALS,
    'TOO_MANY_ATTEMPTS',
  ],
});

export const deleteInseratImage = action({
  name: 'deleteInseratImage',
  method: 'POST',
  audience: 'user',
  summary:
    'Removes a picture from an ad of the caller; for ten minutes `restoreInseratImage` brings it back.',
  input: z.object({ ...withUser, attachment_id: id, cloudflare_id: z.optional(z.unknown()) }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const restoreInseratImage = action({
  name: 'restoreInseratImage',
  method: 'POST',
  audience: 'user',
  summary: 'Puts a picture back where it was, for ten minutes after its removal.',
  input: z.object({ ...withUser, attachment_id: id }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_IMAGES', 'QUOTA_REACHED'],
});

export const sortInseratImages = action({
  name: 'sortInseratImages',
  method: 'POST',
  audience: 'user',
  summary:
    'Puts the pictures of an ad of the caller in this order; the first one is the main picture.',
  input: z.object({
    ...withUser,
    inserat_id: id,
    attachment_ids: z.array(id).check(z.maxLength(50)),
  }),
  output: z.object({ imageSources: z.array(ImageSource), message: z.string() }),
  /**
   * MEDIA_CHANGED: these are not exactly the pictures of the ad; somebody added or removed one
   * meanwhile.
   */
  errors: ['INVALID_INPUT', 'INSERAT_NOT_FOUND', 'MEDIA_CHANGED'],
});

export const rateInseratMedia = action({
  name: 'rateInseratMedia',
  method: 'POST',
  audience: 'user',
  summary:
    'Says what a picture or a video of the caller shows; partner websites get only what they accept.',
  input: z.object({
    ...withUser,
    attachment_id: id,
    kind: z.enum(['image', 'video']),
    rating: z.enum(RATINGS),
  }),
  output: z.object({ rating: z.enum(RATINGS), message: z.string() }),
  /** RATING_FIXED: the operator has corrected it, and only a stricter word is accepted. */
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATING_FIXED'],
});

export const saveInseratVideo = action({
  name: 'saveInseratVideo',
  method: 'POST',
  audience: 'user',
  summary:
    'Attaches an uploaded video to an ad of the caller or makes it its story; it is rebuilt before anybody sees it.',
  limits: [{ per: 'account', attempts: 30, seconds: 3600 }],
  input: z.object({
    ...withUser,
    inserat_id: id,
    upload_id: uploadId,
    place,
    /**
     * The package chosen in the editor and not saved yet; a booking that runs keeps the limit of
     * its own.
     */
    inserat_typ: z.optional(z.enum(PACKAGE_IDS)),
    name: fileName,
  }),
  output: z.object({ video: VideoSource, message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'INSERAT_NOT_FOUND',
    'TOO_MANY_INSERATE',
    'UPLOAD_NOT_FOUND',
    'TOO_MANY_VIDEOS',
    'STORAGE_FULL',
    'QUOTA_REACHED',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const deleteInseratVideo = action({
  name: 'deleteInseratVideo',
  method: 'POST',
  audience: 'user',
  summary: 'Removes a video from an ad of the caller.',
  input: z.object({ ...withUser, attachment_id: id, cloudflare_id: z.optional(z.unknown()) }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
