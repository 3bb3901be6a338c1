import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied, withUser } from '../kernel/fields.ts';
import { tidyText } from '../kernel/text.ts';
import { ThreadFile } from './file-contract.ts';
import { replyProblem } from './thread-rules.ts';

const instant = z.iso.datetime();
const HOURS = 3600;

const Listed = z.object({
  /** `S-10042` */
  ticket: z.string(),
  subject: z.string(),
  open: z.boolean(),
  /** An answer that nobody has opened yet. */
  unread: z.boolean(),
  last_at: instant,
});

export const getThreads = action({
  name: 'get_threads',
  method: 'GET',
  audience: 'user',
  passive: true,
  summary: 'The conversations of the account with the support, the newest first.',
  input: z.object({ ...withUser }),
  output: z.object({
    threads: z.array(
      z.object({
        ...Listed.shape,
        /** How the last message or answer begins, on one line. */
        excerpt: z.string(),
      }),
    ),
    /** The measured wait as a sentence; null while too few answers are measured. */
    wait: z.nullable(z.string()),
  }),
  errors: [],
});

export const getThread = action({
  name: 'get_thread',
  method: 'GET',
  audience: 'user',
  passive: true,
  summary: 'A conversation with the support: its messages and answers.',
  input: z.object({ ...withUser, thread_id: id }),
  output: z.object({
    thread: z.object({
      ...Listed.shape,
      /** The earlier conversation it goes on from. */
      previous: z.nullable(z.string()),
      entries: z.array(
        z.object({
          id: z.int(),
          from: z.enum(['you', 'us']),
          text: z.string(),
          at: instant,
          files: z.array(ThreadFile),
        }),
      ),
    }),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const openThread = action({
  name: 'open_thread',
  method: 'POST',
  audience: 'user',
  summary: 'Marks the answers of a conversation as read.',
  input: z.object({ ...withUser, thread_id: id }),
  output: z.object({}),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const replyThread = action({
  name: 'reply_thread',
  method: 'POST',
  audience: 'user',
  summary:
    'Writes on in a conversation, which opens it again; after 60 days a new one begins. The same `send_key` adds no second message.',
  limits: [{ per: 'account', attempts: 20, seconds: HOURS }],
  input: z.object({
    ...withUser,
    thread_id: id,
    text: tidied(tidyText, replyProblem),
    send_key: z.uuid(),
    /** What `attach_file` returned, in the order of the message. */
    files: z.optional(z.array(id)),
  }),
  output: z.object({ ticket: z.string(), message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});

export const closeThread = action({
  name: 'close_thread',
  method: 'POST',
  audience: 'user',
  summary: 'Closes a conversation; a new message opens it again.',
  input: z.object({ ...withUser, thread_id: id }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
