import * as z from 'zod/mini';
import { REASON_MAX } from '../customers/card-rules.ts';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyLine, tidyText } from '../kernel/text.ts';
import { NEWSLETTER_SUBJECT_MAX, NEWSLETTER_TEXT_MAX } from './rules.ts';

const right = 'notice.edit';
const at = z.iso.datetime();

export const getNewsletters = action({
  name: 'get_newsletters',
  method: 'GET',
  audience: 'staff',
  right,
  summary:
    'Drafts of newsletters, those that were sent with their report, and how many readers there are.',
  passive: true,
  input: z.object({}),
  output: z.object({
    /** Accounts that would get one now. */
    readers: z.int(),
    drafts: z.array(
      z.object({
        draft_id: z.int(),
        subject: z.string(),
        text: z.string(),
        saved: z.int(),
        state: z.literal(['draft', 'submitted']),
        written_by: z.string(),
        changed_at: at,
        approval_id: z.nullable(z.int()),
      }),
    ),
    /** Newest first. */
    sent: z.array(
      z.object({
        newsletter_id: z.int(),
        subject: z.string(),
        begun_at: at,
        under_way: z.boolean(),
        made: z.int(),
        sent: z.int(),
        waiting: z.int(),
        refused: z.int(),
      }),
    ),
  }),
  errors: [],
});

const onDraft = { draft_id: id, /** `saved` of the draft that was shown. */ seen: z.int() };

export const saveNewsletter = action({
  name: 'save_newsletter',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Saves a draft of a newsletter, or begins one.',
  input: z.object({
    /** A new one without. */
    draft_id: z.optional(id),
    seen: z.optional(z.int()),
    subject: tidied(tidyLine, (typed) => lengthProblem(typed, 1, NEWSLETTER_SUBJECT_MAX)),
    text: tidied(tidyText, (typed) => lengthProblem(typed, 1, NEWSLETTER_TEXT_MAX)),
  }),
  output: z.object({ draft_id: z.int(), saved: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT'],
});

export const deleteNewsletter = action({
  name: 'delete_newsletter',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Deletes a draft of a newsletter.',
  input: z.object(onDraft),
  output: z.object({ message: z.string() }),
  errors: ['NOT_FOUND', 'STAFF_VERSION_CONFLICT'],
});

export const testNewsletter = action({
  name: 'test_newsletter',
  method: 'POST',
  audience: 'staff',
  right,
  summary: 'Mails a draft to the person who asks, and to nobody else.',
  limits: [{ per: 'account', attempts: 30, seconds: 3600 }],
  input: z.object(onDraft),
  output: z.object({ message: z.string() }),
  errors: ['NOT_FOUND', 'STAFF_VERSION_CONFLICT', 'TOO_MANY_ATTEMPTS'],
});

export const requestNewsletter = action({
  name: 'request_newsletter',
  method: 'POST',
  audience: 'staff',
  right,
  mayWait: true,
  summary: 'Asks a second person to send a draft to everybody who confirmed the newsletter.',
  input: z.object({
    ...onDraft,
    reason: tidied(tidyLine, (typed) => lengthProblem(typed, 0, REASON_MAX)),
  }),
  output: z.object({ message: z.string() }),
  errors: [
    ...(['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT', 'REASON_REQUIRED'] as const),
    'SECOND_PERSON_MISSING',
  ],
});
