import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, id, lookup, tidied } from '../kernel/fields.ts';
import { nextCursor, pageCursor } from '../kernel/sorting.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import { ThreadFile } from './file-contract.ts';
import { FILE_BODY_LIMIT, fileNameProblem } from './file-rules.ts';
import { supportSubjectProblem } from './rules.ts';
import {
  ANSWERED_STATES,
  answerProblem,
  CLOSED_STATES,
  ENTRY_KINDS,
  INBOX_LISTS,
  replyProblem,
  THREAD_STATES,
} from './thread-rules.ts';

const instant = z.iso.datetime();
const said = z.object({ message: z.string() });
const Person = z.object({ staff_id: z.int(), name: z.string() });

const Listed = z.object({
  ticket: z.string(),
  subject: z.string(),
  /** Nickname, or the name on the public form. */
  who: z.string(),
  account_id: z.nullable(z.int()),
  state: z.enum(THREAD_STATES),
  last_at: instant,
  /** Since when the sender waits for the house. */
  waits_since: z.nullable(instant),
  assigned: z.nullable(Person),
});

export const threads = action({
  name: 'threads',
  method: 'GET',
  audience: 'staff',
  right: 'inbox.read',
  summary:
    'A list of the inbox; with `q` threads of all lists by number, whole address or subject.',
  passive: true,
  input: z.object({
    list: z.enum(INBOX_LISTS),
    q: z.optional(lookup(254)),
    /** What the last answer gave; that of another list is refused. */
    cursor: pageCursor,
  }),
  output: z.object({
    items: z.array(
      z.object({
        ...Listed.shape,
        /** Who of the house said the last thing; null for the sender. */
        last_by: z.nullable(z.string()),
      }),
    ),
    counts: z.object({ new: z.int(), mine: z.int(), waiting: z.int() }),
    cursor: nextCursor,
  }),
  errors: ['INVALID_INPUT'],
});

export const thread = action({
  name: 'thread',
  method: 'GET',
  audience: 'staff',
  right: 'inbox.read',
  summary: 'A thread with its notes, who writes in it now, and what is known of its account.',
  passive: true,
  input: z.object({ thread_id: id }),
  output: z.object({
    thread: z.object({
      ...Listed.shape,
      kind: z.enum(['contact', 'support']),
      /** Of the public form, where answers go. */
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      previous: z.nullable(z.string()),
      /** Somebody else who writes in it now. */
      typing: z.nullable(z.string()),
      entries: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(ENTRY_KINDS),
          /** The person of the house; null for the sender. */
          by: z.nullable(z.string()),
          text: z.string(),
          at: instant,
          seen_at: z.nullable(instant),
          files: z.array(ThreadFile),
        }),
      ),
    }),
    /** Who may be assigned. */
    people: z.array(Person),
    account: z.nullable(
      z.object({
        id: z.int(),
        since: instant,
        credits: z.int(),
        owed: z.int(),
        holds: z.int(),
        /** Payments that do not agree and wait for somebody. */
        cases: z.int(),
        payments: z.array(
          z.object({
            number: z.int(),
            at: instant,
            method: z.string(),
            amount: z.number(),
            status: z.string(),
          }),
        ),
      }),
    ),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const answerThread = action({
  name: 'answer_thread',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  summary:
    'Answers into the dashboard or by mail. An answer of somebody else since `seen_entry` refuses it unless `anyway`; the same `send_key` sends nothing twice.',
  input: z.object({
    thread_id: id,
    seen_entry: id,
    text: tidied(tidyText, answerProblem),
    state: z.enum(ANSWERED_STATES),
    send_key: z.uuid(),
    anyway: z._default(z.boolean(), false),
    /** What `attach_answer_file` returned; only to an account, which reads it in the portal. */
    files: z.optional(z.array(id)),
  }),
  output: said,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'ANSWERED_MEANWHILE'],
});

export const beginThread = action({
  name: 'begin_thread',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  summary:
    'Writes to an account first: a new thread in its dashboard, told by mail if the account may be mailed. The same `send_key` begins one thread; another text under it is added to that one.',
  input: z.object({
    account_id: id,
    subject: checked(supportSubjectProblem),
    text: tidied(tidyText, answerProblem),
    send_key: z.uuid(),
    files: z.optional(z.array(id)),
  }),
  output: z.object({ ticket: z.string(), message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const attachAnswerFile = action({
  name: 'attach_answer_file',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  summary:
    'Uploads a PNG, JPG or PDF of up to 10 MB for an answer that is sent within a day. Pictures are re-encoded without metadata.',
  bodyLimit: FILE_BODY_LIMIT,
  limits: [{ per: 'account', attempts: 100, seconds: 3600 }],
  input: z.object({
    name: tidied(tidyLine, fileNameProblem),
    /** The bytes in base64. */
    content: z.string(),
  }),
  output: z.object({ file: ThreadFile }),
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS', 'STORAGE_FULL', 'UNAVAILABLE'],
});

export const detachAnswerFile = action({
  name: 'detach_answer_file',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  summary: 'Deletes an uploaded file whose answer has not been sent.',
  input: z.object({ file_id: id }),
  output: z.object({}),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const noteThread = action({
  name: 'note_thread',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  summary: 'Adds a note that only the house reads.',
  input: z.object({ thread_id: id, text: tidied(tidyText, replyProblem), send_key: z.uuid() }),
  output: said,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const assignThread = action({
  name: 'assign_thread',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  summary: 'Assigns a thread to a person of the house, or to nobody.',
  input: z.object({ thread_id: id, staff_id: z.nullable(id) }),
  output: said,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const closeStaffThread = action({
  name: 'close_thread',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  summary: 'Closes a thread as done or spam, or opens it again.',
  input: z.object({ thread_id: id, state: z.enum(CLOSED_STATES) }),
  output: said,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const typeInThread = action({
  name: 'type_in_thread',
  method: 'POST',
  audience: 'staff',
  right: 'inbox.reply',
  keyless: true,
  summary: 'Shows the others for 20 seconds that this person writes in a thread.',
  input: z.object({ thread_id: id }),
  output: z.object({}),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
