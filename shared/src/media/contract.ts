import * as z from 'zod/mini';
import { PACKAGE_IDS } from '../cart/rules.ts';
import { action } from '../kernel/action.ts';
import { id, withUser } from '../kernel/fields.ts';

/** 10 MiB of picture are 14 MB of base64 in JSON; somewhat more gets through to be told the limit in words. */
export const IMAGE_BODY_LIMIT = 16_000_000;

/** A picture of an ad as the wire shows it. Both ids are our own; `cloudflare_id` names the stored content. */
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
  /** Always empty: the picture is fetched from its address. */
  base64ImageString: z.literal(''),
});
export type ImageSource = z.infer<typeof ImageSource>;

export const saveInseratImage = action({
  name: 'saveInseratImage',
  method: 'POST',
  audience: 'user',
  summary:
    'Adds a picture (data URL, PNG or JPEG) to an ad of the caller. Everything but the pixels is removed from it.',
  bodyLimit: IMAGE_BODY_LIMIT,
  limits: [{ per: 'account', attempts: 120, seconds: 3600 }],
  input: z.object({
    ...withUser,
    inserat_id: id,
    base64ImageString: z.string().check(z.maxLength(IMAGE_BODY_LIMIT)),
    /** The package chosen in the editor and not saved yet; a booking that runs keeps the limit of its own. */
    inserat_typ: z.optional(z.enum(PACKAGE_IDS)),
    name: z.optional(z.string().check(z.maxLength(300))),
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
    'TOO_MANY_IMAGES',
    'IMAGE_TOO_LARGE',
    'NOT_AN_IMAGE',
    'IMAGE_UNREADABLE',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const deleteInseratImage = action({
  name: 'deleteInseratImage',
  method: 'POST',
  audience: 'user',
  summary: 'Removes a picture from an ad of the caller.',
  input: z.object({ ...withUser, attachment_id: id, cloudflare_id: z.optional(z.unknown()) }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
