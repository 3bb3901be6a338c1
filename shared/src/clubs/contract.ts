import * as z from 'zod/mini';
import { action, namesOf } from '../kernel/action.ts';
import { id, tidied, withUser } from '../kernel/fields.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import { IMAGE_BODY_LIMIT, IMAGE_REFUSALS, ImageSource } from '../media/contract.ts';
import { CLUB_MONTHS, type ClubField, clubDraftProblem, MAX_OPENINGS } from './rules.ts';

const Opening = z.object({ tag: z.int(), von: z.string(), bis: z.string() });

/** What the advertiser types, in the words of the wire. */
const content = {
  club_name: z.string(),
  titel: z.string(),
  /** Plain text with line breaks. */
  beschreibung: z.string(),
  /** Whom the portal asks; never shown to visitors. */
  vollstaendiger_name: z.string(),
  /** E.164 as soon as it is whole. Visitors see it. */
  telefon: z.string(),
  homepage: z.string(),
  strasse_und_nummer: z.string(),
  postleitzahl: z.string(),
  ort: z.string(),
  canton: z.string(),
  oeffnungszeiten: z.array(Opening),
  /** Months of the last order, or of the next one. */
  monate: z.int(),
  publish_option: z.literal(['Sofort', 'Planen']),
  publish_date: z.string(),
  publish_time: z.string(),
};
export const ClubContent = z.object(content);
export type ClubContent = z.infer<typeof ClubContent>;

/** A club as its owner sees it (CLU-08). Its status follows from its times and the time of day: `clubStatus`. */
export const Club = z.object({
  ID: z.int(),
  TYPE: z.literal('club'),
  ...content,
  /** The first picture is the main one. */
  bilder: z.array(ImageSource),
  /** DD.MM.YYYY HH:MM in Swiss time, empty without a booking. */
  start_zeit: z.string(),
  end_zeit: z.string(),
  /** The same as instants (ISO 8601) or null. */
  start_at: z.nullable(z.string()),
  end_at: z.nullable(z.string()),
  /** Credits of its last order. */
  club_credits: z.int(),
  /** Credits that come back when it is deleted now: all that was paid while it has not begun. */
  planned_refund: z.int(),
  post_date: z.string(),
  created_at: z.string(),
  version: z.int(),
  saved_at: z.nullable(z.string()),
});
export type Club = z.infer<typeof Club>;

const line = (field: ClubField) => z._default(z.optional(tidied(tidyLine, clubDraftProblem(field))), '');
const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/));
const time = z.string().check(z.regex(/^(\d{2}:\d{2})?$/));

/** Everything may be unfinished; what an order needs, `clubProblems` says. */
const wish = {
  ...withUser,
  /** The club; without it the one entry of the account that is not ordered yet. */
  club_id: z.optional(id),
  /** The same, by its name in the entity. */
  ID: z.optional(id),
  club_name: line('club_name'),
  titel: line('titel'),
  beschreibung: z._default(z.optional(tidied(tidyText, clubDraftProblem('beschreibung'))), ''),
  vollstaendiger_name: line('vollstaendiger_name'),
  telefon: line('telefon'),
  homepage: line('homepage'),
  strasse_und_nummer: line('strasse_und_nummer'),
  postleitzahl: line('postleitzahl'),
  ort: line('ort'),
  canton: z._default(z.optional(z.string().check(z.maxLength(2))), ''),
  oeffnungszeiten: z._default(
    z.optional(z.array(z.object({ tag: z.int(), von: time, bis: time })).check(z.maxLength(MAX_OPENINGS))),
    [],
  ),
  /** Months to order. Of a club that is booked: as many more; missing changes contents only. */
  monate: z.optional(z.int().check(z.minimum(CLUB_MONTHS.min), z.maximum(CLUB_MONTHS.max))),
  /** Missing leaves the start of a planned club as it is booked; any other begins at once. */
  publish_option: z.optional(z.literal(['Sofort', 'Planen'])),
  publish_date: z._default(z.optional(day), ''),
  publish_time: z._default(z.optional(time), ''),
  /** Nobody saves over what they have not seen; prolonging a booked club asks for it. */
  version: z.optional(z.int()),
};

const limits = [{ per: 'account', shared: 'club_action', attempts: 120, seconds: 60, refusedApart: true }] as const;

export const getClub = action({
  name: 'get_club',
  method: 'GET',
  audience: 'user',
  summary:
    'A club of the caller with what was typed over it; without `club_id` the one entry that is not ordered yet, or a blank one.',
  input: z.object({ ...withUser, club_id: z.optional(id) }),
  output: z.object({
    /** The id is 0 while nothing is kept. */
    club: Club,
    unsaved: z.nullable(ClubContent),
    message: z.string(),
  }),
  errors: ['CLUB_NOT_FOUND'],
});

export const keepClub = action({
  name: 'keep_club',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Keeps what is being typed, without publishing anything of it.',
  input: z.object({ ...wish, discard: z.optional(z.boolean()) }),
  output: z.object({ club_id: z.int(), version: z.int(), saved_at: z.nullable(z.string()), message: z.string() }),
  errors: ['CLUB_NOT_FOUND', 'CLUB_VERSION_CONFLICT', 'TOO_MANY_ATTEMPTS'],
});

const ordered = { ...wish, expected_total: z.optional(z.int()) };

export const saveClub = action({
  name: 'save_club',
  method: 'POST',
  audience: 'user',
  money: true,
  press: { with: 'monate' },
  limits,
  summary:
    'Orders a new or expired entry for `monate` and publishes or plans it, prolongs a booked one by `monate` (with the `version` that was read), or without `monate` changes its contents for nothing.',
  knows: namesOf(ordered, Club.shape),
  input: z.object(ordered),
  output: z.object({ club: Club, charged: z.int(), credits: z.int(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'CLUB_NOT_FOUND',
    'CLUB_VERSION_CONFLICT',
    'ACCOUNT_OFFLINE',
    'TOO_MANY_CLUBS',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'EMAIL_UNCONFIRMED',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const deleteClub = action({
  name: 'delete_club',
  method: 'POST',
  audience: 'user',
  money: true,
  limits,
  summary: 'Deletes a club with its texts and pictures. One that has not begun gives its whole price back.',
  input: z.object({ ...withUser, club_id: id }),
  output: z.object({ refunded: z.int(), credits: z.int(), message: z.string() }),
  errors: ['CLUB_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});

export const saveClubImage = action({
  name: 'save_club_image',
  method: 'POST',
  audience: 'user',
  bodyLimit: IMAGE_BODY_LIMIT,
  limits: [{ per: 'account', attempts: 120, seconds: 3600 }],
  summary:
    'Adds a picture (PNG or JPEG as data URL) to a club of the caller; without `club_id` to the entry that is not ordered yet. Everything but the pixels is removed from it.',
  input: z.object({
    ...withUser,
    club_id: z.optional(id),
    base64ImageString: z.string().check(z.maxLength(IMAGE_BODY_LIMIT)),
    name: z.optional(z.string().check(z.maxLength(300))),
  }),
  output: z.object({ club_id: z.int(), image: ImageSource, removed: z.array(z.string()), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'CLUB_NOT_FOUND',
    'STORAGE_FULL',
    'QUOTA_REACHED',
    'TOO_MANY_IMAGES',
    ...IMAGE_REFUSALS,
    'TOO_MANY_ATTEMPTS',
  ],
});

export const sortClubImages = action({
  name: 'sort_club_images',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Puts the pictures of a club in this order; the first one is the main picture.',
  input: z.object({ ...withUser, club_id: id, attachment_ids: z.array(id).check(z.maxLength(100)) }),
  output: z.object({ bilder: z.array(ImageSource), message: z.string() }),
  errors: ['CLUB_NOT_FOUND', 'MEDIA_CHANGED', 'TOO_MANY_ATTEMPTS'],
});

export const deleteClubImage = action({
  name: 'delete_club_image',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Removes a picture from a club of the caller.',
  input: z.object({ ...withUser, attachment_id: id }),
  output: z.object({ bilder: z.array(ImageSource), message: z.string() }),
  errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});
