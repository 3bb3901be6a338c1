import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied, withUser } from '../kernel/fields.ts';
import { tidyLine } from '../kernel/text.ts';
import { FILE_BODY_LIMIT, FILE_KINDS, fileNameProblem } from './file-rules.ts';

const HOURS = 3600;

/** A file of a message as its reader sees it. */
export const ThreadFile = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  bytes: z.int(),
});

export const attachFile = action({
  name: 'attach_file',
  method: 'POST',
  audience: 'user',
  summary:
    'Uploads a PNG, JPG or PDF of up to 10 MB for a message that is sent within a day. Pictures are re-encoded without metadata.',
  bodyLimit: FILE_BODY_LIMIT,
  limits: [{ per: 'account', attempts: 30, seconds: HOURS }],
  input: z.object({
    ...withUser,
    name: tidied(tidyLine, fileNameProblem),
    /** The bytes in base64. */
    content: z.string(),
  }),
  output: z.object({ file: ThreadFile }),
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS', 'STORAGE_FULL', 'UNAVAILABLE'],
});

export const detachFile = action({
  name: 'detach_file',
  method: 'POST',
  audience: 'user',
  summary: 'Deletes an uploaded file whose message has not been sent.',
  input: z.object({ ...withUser, file_id: id }),
  output: z.object({}),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
