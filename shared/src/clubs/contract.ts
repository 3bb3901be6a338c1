import * as z from 'zod/mini';
import { action, namesOf } from '../kernel/action.ts';
import type { Content } from '../kernel/content.ts';
import {
  blankOf,
  contactIn,
  field,
  inputsOf,
  shownIn,
  text,
  valuesOf,
} from '../kernel/content-schema.ts';
import { id, withUser } from '../kernel/fields.ts';
import { MAX_OPENINGS } from '../kernel/opening-hours.ts';
import { IMAGE_BODY_LIMIT, IMAGE_REFUSALS, ImageSource } from '../media/contract.ts';
import { CLUB_MONTHS } from './rules.ts';

const Opening = z.object({ tag: z.int(), von: z.string(), bis: z.string() });

const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/));
const time = z.string().check(z.regex(/^(\d{2}:\d{2})?$/));
const START = ['Sofort', 'Planen'] as const;

/**
 * What the advertiser types, in the order of the page: the only list of its fields. Rules that are
 * more than a length are in `problems.ts`.
 */
export const content = {
  club_name: {
    ...text(3, 60),
    label: 'Name des Clubs',
    todo: ['Name des Clubs eingeben', 'Name des Clubs prüfen'],
    required: true,
  },
  titel: {
    ...text(3, 100),
    label: 'Titel',
    todo: ['Titel eingeben', 'Titel prüfen'],
    required: true,
  },
  /** Plain text with line breaks. */
  beschreibung: {
    ...text(10, 5000, { tidy: 'text' }),
    label: 'Beschreibung',
    todo: ['Beschreibung eingeben', 'Beschreibung prüfen'],
    required: true,
  },
  /** The contact person for the portal; never shown to visitors. */
  vollstaendiger_name: {
    ...text(3, 80),
    contact: true,
    internal: true,
    label: 'Kontaktperson',
    todo: ['Kontaktperson eingeben', 'Kontaktperson prüfen'],
    required: true,
  },
  /** E.164 as soon as it is whole. Visitors see it. */
  telefon: {
    ...text(6, 20),
    contact: true,
    label: 'Telefon',
    todo: ['Telefon eingeben', 'Telefon prüfen'],
    required: true,
  },
  homepage: {
    ...text(0, 200),
    contact: true,
    label: 'Webseite',
    todo: ['Webseite eingeben', 'Webseite prüfen'],
  },
  strasse_und_nummer: {
    ...text(3, 100),
    contact: true,
    label: 'Strasse und Nummer',
    todo: ['Strasse eingeben', 'Strasse prüfen'],
    required: true,
  },
  postleitzahl: {
    ...text(4, 7),
    contact: true,
    label: 'PLZ',
    todo: ['PLZ eingeben', 'PLZ prüfen'],
    required: true,
  },
  ort: {
    ...text(2, 50),
    contact: true,
    label: 'Ort',
    todo: ['Ort eingeben', 'Ort prüfen'],
    required: true,
  },
  canton: {
    ...field(z.string(), ''),
    draft: z.string().check(z.maxLength(2)),
    label: 'Kanton',
    todo: ['Kanton wählen', 'Kanton prüfen'],
    required: true,
  },
  oeffnungszeiten: {
    ...field(z.array(Opening), []),
    draft: z
      .array(z.object({ tag: z.int(), von: time, bis: time }))
      .check(z.maxLength(MAX_OPENINGS)),
    todo: ['Öffnungszeiten eingeben', 'Öffnungszeiten prüfen'],
  },
  /** Of the last order, or of the next one. Missing in a call, only contents change. */
  monate: {
    ...field(z.int(), CLUB_MONTHS.min),
    draft: z.int().check(z.minimum(CLUB_MONTHS.min), z.maximum(CLUB_MONTHS.max)),
    open: true,
    internal: true,
    todo: ['Laufzeit wählen', 'Laufzeit prüfen'],
  },
  /** Missing leaves the start of a planned club as it is booked; any other begins at once. */
  publish_option: {
    ...field(z.literal(START), 'Sofort'),
    open: true,
    internal: true,
    todo: ['Start wählen', 'Start prüfen'],
  },
  publish_date: {
    ...field(z.string(), ''),
    draft: day,
    internal: true,
    todo: ['Datum wählen', 'Datum prüfen'],
  },
  publish_time: {
    ...field(z.string(), ''),
    draft: time,
    internal: true,
    todo: ['Zeit wählen', 'Zeit prüfen'],
  },
} as const satisfies Content;
export const ClubContent = z.object(valuesOf(content));
export type ClubContent = z.infer<typeof ClubContent>;
export const BLANK_CLUB: ClubContent = blankOf(content);
/** Its contact data while nothing is written. */
export const BLANK_CLUB_CONTACT = contactIn(content);
/** What visitors may see of it. */
export const SHOWN_CLUB = shownIn(content);

/**
 * A club as its owner sees it (CLU-08). Its status follows from its times and the time of day:
 * `clubStatus`.
 */
export const Club = z.object({
  ID: z.int(),
  TYPE: z.literal('club'),
  ...ClubContent.shape,
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

/** Everything may be unfinished; what an order needs, `clubProblems` says. */
const wish = {
  ...withUser,
  /** The club; without it the one entry of the account that is not ordered yet. */
  club_id: z.optional(id),
  /** The same, by its name in the entity. */
  ID: z.optional(id),
  ...inputsOf(content),
  /** Optimistic lock; required for prolonging a booked club. */
  version: z.optional(z.int()),
};

const limits = [
  { per: 'account', shared: 'club_action', attempts: 120, seconds: 60, refusedApart: true },
] as const;

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
  output: z.object({
    club_id: z.int(),
    version: z.int(),
    saved_at: z.nullable(z.string()),
    message: z.string(),
  }),
  errors: ['CLUB_NOT_FOUND', 'CLUB_VERSION_CONFLICT', 'TOO_MANY_ATTEMPTS'],
});

const ordered = { ...wish, expected_total: z.optional(z.int()) };

export const saveClub = action({
  name: 'save_club',
  method: 'POST',
  audience: 'user',
  money: true,
  buys: { with: 'monate' },
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
    'HELD',
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
  summary:
    'Deletes a club with its texts and pictures. One that has not begun gives its whole price back.',
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
  output: z.object({
    club_id: z.int(),
    image: ImageSource,
    removed: z.array(z.string()),
    message: z.string(),
  }),
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
  input: z.object({
    ...withUser,
    club_id: id,
    attachment_ids: z.array(id).check(z.maxLength(100)),
  }),
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
