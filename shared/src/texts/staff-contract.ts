import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyLine, tidyText } from '../kernel/text.ts';
import { TEXT_IDS, TEXT_MAX } from './rules.ts';

const text = z.enum(TEXT_IDS);
const right = 'text.edit';
const reason = tidied(tidyLine, (typed) => lengthProblem(typed, 0, 500));
const content = tidied(tidyText, (typed) => lengthProblem(typed, 0, TEXT_MAX));
const instant = z.nullable(z.string());
const name = z.nullable(z.string());

const VERSION_STATES = [
  ...(['draft', 'submitted', 'coming', 'valid', 'replaced', 'declined'] as const),
] as const;

const Version = z.object({
  version_id: z.int(),
  number: z.int(),
  state: z.enum(VERSION_STATES),
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

export const getTexts = action({
  name: 'get_texts',
  method: 'GET',
  audience: 'staff',
  right,
  passive: true,
  summary:
    'The versions of a text without their words: valid, to come, past and drafts; newest first.',
  input: z.object({ text }),
  output: z.object({ text, versions: z.array(Version) }),
  errors: ['INVALID_INPUT'],
});

export const getTextVersion = action({
  name: 'get_text_version',
  method: 'GET',
  audience: 'staff',
  right,
  passive: true,
  summary:
    'The words of a version, the page that they make, and the lines that differ from the one it was drafted from.',
  input: z.object({ version_id: id }),
  output: z.object({
    content: z.string(),
    /** Sanitised; empty where the text has no page. */
    html: z.string(),
    /** A mail with these words, for texts that stand in mails. */
    mail: z.nullable(z.object({ text: z.string(), html: z.string() })),
    differences: z.array(
      z.object({ line: z.string(), kind: z.enum(['same', 'added', 'removed']) }),
    ),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const draftText = action({
  name: 'draft_text',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Begins a draft from the latest released version of a text.',
  input: z.object({ text }),
  output: z.object({ version_id: z.int(), number: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT'],
});

const onDraft = { version_id: id, /** `saved` of the draft that was shown. */ seen: z.int() };

export const saveText = action({
  name: 'save_text',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Saves the words of a draft.',
  input: z.object({ ...onDraft, content }),
  output: z.object({ saved: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT'],
});

export const requestText = action({
  name: 'request_text',
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

export const sendTextToMe = action({
  name: 'send_text_to_me',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Mails a mail with the words of a version to the person who asks, and to nobody else.',
  input: z.object({ version_id: id }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
