import * as z from 'zod/mini';
import { PACKAGE_IDS } from '../cart/rules.ts';
import { action } from '../kernel/action.ts';
import { id, tidied, withUser } from '../kernel/fields.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import { ImageSource } from '../media/contract.ts';
import { draftTextProblem, IMAGE_KINDS } from './limits.ts';

/** An ad as its owner sees it, in lists and in the editor. */
export const Inserat = z.object({
  ID: z.int(),
  inserat_status: z.enum(['entwurf', 'geplant', 'aktiv', 'ausgeblendet', 'abgelaufen']),
  post_status: z.literal(['publish', 'draft']),
  inserat_typ: z.enum(PACKAGE_IDS),
  name: z.string(),
  titel: z.string(),
  beschreibung: z.string(),
  telefon: z.string(),
  cantons: z.array(z.string()),
  categories: z.array(z.int()),
  offerings: z.array(z.int()),
  originalbilder: z.enum(IMAGE_KINDS),
  imageSources: z.array(ImageSource),
  publish_option: z.literal(['Sofort', 'Planen']),
  publish_date: z.string(),
  publish_time: z.string(),
  /** DD.MM.YYYY HH:MM in Swiss time, empty while there is no booking. */
  start_zeit: z.string(),
  end_zeit: z.string(),
  /** The same as instants (ISO 8601) or null. */
  start_at: z.nullable(z.string()),
  end_at: z.nullable(z.string()),
  /** YYYY-MM-DD of the end of a premium booking, otherwise empty (EDI-101, EDI-102). */
  reactivation_date: z.string(),
  views: z.int(),
  push_taglich: z.boolean(),
  inserat_farbe: z.boolean(),
  inserat_topad: z.boolean(),
  inserat_story: z.boolean(),
  reaktivierung: z.boolean(),
  /** What the running booking has paid for, so that the editor quotes only what is new. Null without one. */
  paid: z.nullable(
    z.object({
      package: z.enum(PACKAGE_IDS),
      regions: z.int(),
      categories: z.int(),
      images: z.int(),
      planned: z.boolean(),
    }),
  ),
});
export type Inserat = z.infer<typeof Inserat>;

export const createInserat = action({
  name: 'createInserat',
  method: 'POST',
  audience: 'user',
  summary: 'Gives the one untouched blank draft of the caller, or makes it.',
  input: z.object({ ...withUser }),
  output: z.object({ inserat_id: z.int(), message: z.string() }),
  errors: [],
});

const text = (field: 'name' | 'titel' | 'beschreibung' | 'telefon', tidy: (typed: string) => string) =>
  z._default(z.optional(tidied(tidy, draftTextProblem(field))), '');

/** Bounds that hold for drafts too; publishing asks for more (`rules.ts: publishProblems`). */
export const inseratInput = z.object({
  ...withUser,
  inserat_id: id,
  /** `draft` keeps it unpublished (EDI-21). Status, dates and prices follow from the rest on the server. */
  post_status: z._default(z.optional(z.literal(['publish', 'draft'])), 'publish'),
  inserat_typ: z._default(z.optional(z.enum(PACKAGE_IDS)), 'free'),
  name: text('name', tidyLine),
  titel: text('titel', tidyLine),
  beschreibung: text('beschreibung', tidyText),
  telefon: text('telefon', tidyLine),
  cantons: z._default(z.optional(z.array(z.string().check(z.maxLength(2))).check(z.maxLength(26))), []),
  categories: z._default(z.optional(z.array(z.int()).check(z.maxLength(50))), []),
  offerings: z._default(z.optional(z.array(z.int()).check(z.maxLength(100))), []),
  originalbilder: z._default(z.optional(z.enum(IMAGE_KINDS)), 'Keine Angaben'),
  publish_option: z._default(z.optional(z.literal(['Sofort', 'Planen'])), 'Sofort'),
  /** Empty, or in the form of a day and a time of day; whether they exist and lie ahead is asked on publishing. */
  publish_date: z._default(z.optional(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/))), ''),
  publish_time: z._default(z.optional(z.string().check(z.regex(/^(\d{2}:\d{2})?$/))), ''),
  /** What the editor showed as the price; when something else would be charged, it is refused. Nothing to pay is never refused. */
  expected_total: z.optional(z.int()),
});

export const saveInserat = action({
  name: 'saveInserat',
  method: 'POST',
  audience: 'user',
  money: { unless: ['post_status', 'draft'] },
  summary:
    'Saves an ad of the caller as draft, or places it: books the run and charges the credits in one step. A refused order changes nothing; the client then saves the draft.',
  limits: [{ per: 'account', attempts: 60, seconds: 60 }],
  bodyLimit: 128 * 1024,
  input: inseratInput,
  output: z.object({ inserat: Inserat, charged: z.int(), credits: z.int(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'INSERAT_NOT_FOUND',
    'EMAIL_UNCONFIRMED',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'FREE_AD_USED',
    'TOO_MANY_ATTEMPTS',
  ],
});
