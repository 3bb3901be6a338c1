import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyLine } from '../kernel/text.ts';
import { CATALOGUE_LISTS } from './shape-rules.ts';

const list = z.enum(CATALOGUE_LISTS);
const right = 'catalogue.edit';
const reason = tidied(tidyLine, (typed) => lengthProblem(typed, 0, 500));
const instant = z.nullable(z.string());
const name = z.nullable(z.string());
const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

const VERSION_STATES = [
  ...(['draft', 'submitted', 'coming', 'valid', 'replaced', 'declined'] as const),
] as const;

const Version = z.object({
  version_id: z.int(),
  number: z.int(),
  state: z.enum(VERSION_STATES),
  /** Of a list with fixed rows a record of their values, of others the entries. */
  content: z.unknown(),
  /** The version it was drafted from. */
  based_on: z.nullable(z.int()),
  valid_from: instant,
  /** Null: made with the product. */
  created_by: name,
  changed_at: z.string(),
  /** Counts the savings of a draft. */
  saved: z.int(),
  submitted_by: name,
  submitted_at: instant,
  approval_id: z.nullable(z.int()),
  decided_by: name,
  decided_at: instant,
  /** Made from a version that is not the latest any more. */
  retired: z.boolean(),
});

export const getCatalogue = action({
  name: 'get_catalogue',
  method: 'GET',
  audience: 'staff',
  right,
  passive: true,
  summary:
    'A list of the catalogue: what is valid, what comes, what was, and drafts; newest first.',
  input: z.object({ list }),
  output: z.object({ list, lists: z.array(list), versions: z.array(Version) }),
  errors: ['INVALID_INPUT'],
});

export const draftCatalogue = action({
  name: 'draft_catalogue',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Begins a draft from the latest released version of a list.',
  input: z.object({ list }),
  output: z.object({ version_id: z.int(), number: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT'],
});

const onDraft = { version_id: id, /** `saved` of the draft that was shown. */ seen: z.int() };

export const saveCatalogue = action({
  name: 'save_catalogue',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Saves the content of a draft.',
  input: z.object({ ...onDraft, content: z.unknown() }),
  output: z.object({ saved: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT'],
});

export const transferCatalogue = action({
  name: 'transfer_catalogue',
  method: 'POST',
  audience: 'staff',
  right,
  summary:
    'Brings a draft onto the latest released version: what it changes stays, everything else is as released.',
  input: z.object(onDraft),
  output: z.object({ saved: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT'],
});

export const previewCatalogue = action({
  name: 'preview_catalogue',
  method: 'GET',
  audience: 'staff',
  right,
  passive: true,
  summary:
    'What a version changes: figures before and after, the orders of the last 30 days counted again, renewals at another price.',
  input: z.object({ version_id: id }),
  output: z.object({
    figures: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        before: value,
        after: value,
        /** How many of it were ordered in the last 30 days. */
        ordered: z.int(),
        /**
         * How many ads name the entry, drafts too, or open holds; null of lists that nothing
         * chooses from.
         */
        used: z.nullable(z.int()),
        /** Credits, or francs of `topup_packages`, more or less for the same orders. */
        difference: z.int(),
      }),
    ),
    difference: z.int(),
    /**
     * All that was ordered of this list in the last 30 days, and what it comes to by list prices.
     */
    orders: z.int(),
    revenue: z.object({ before: z.int(), after: z.int() }),
    /** Ads or banners that renew automatically at another price than now. */
    renewals: z.int(),
    /** Those of them at a higher price; of whom `owners` are mailed. */
    dearer: z.int(),
    owners: z.int(),
    /** Of `forbidden_phrases`: what online says each phrase that is new. */
    hits: z.array(
      z.object({
        phrase: z.string(),
        ads: z.int(),
        things: z.int(),
        examples: z.array(z.object({ thing: z.string(), id: z.int(), title: z.string() })),
      }),
    ),
    /** Ads online; 0 of other lists. */
    online: z.int(),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const requestCatalogue = action({
  name: 'request_catalogue',
  method: 'POST',
  audience: 'staff',
  right,
  mayWait: true,
  summary: 'Asks a second person to release a draft from a moment on.',
  input: z.object({ ...onDraft, valid_from: z.iso.datetime(), reason }),
  output: z.object({ message: z.string() }),
  errors: [
    ...(['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT', 'VERSION_RETIRED'] as const),
    ...(['REASON_REQUIRED', 'SECOND_PERSON_MISSING'] as const),
  ],
});
