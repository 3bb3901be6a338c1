import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { withUser } from '../kernel/fields.ts';

const message = { message: z.string() };

/** The newest copy of the account's data, or null. */
const DataExport = z.nullable(
  z.object({
    state: z.enum(['waiting', 'running', 'ready', 'failed']),
    /** Progress, 0 to 100. */
    percent: z.int(),
    started_at: z.string(),
    /** Of a finished one, else null. */
    ready_at: z.nullable(z.string()),
    /** Until when it is offered. */
    expires_at: z.nullable(z.string()),
    /** Size of the ZIP in bytes. */
    size: z.nullable(z.int()),
  }),
);

export const getDataExport = action({
  name: 'get_data_export',
  method: 'GET',
  audience: 'user',
  summary: 'The newest copy of all data of the account: its progress, or its size and until when.',
  input: z.object({ ...withUser }),
  output: z.object({ export: DataExport }),
  errors: [],
});

export const startDataExport = action({
  name: 'start_data_export',
  method: 'POST',
  audience: 'user',
  summary:
    'Starts a copy of all data of the account, in the background; a mail says when it is ready. While one is being made, that one is returned. Asks for a proof of the kind `export`.',
  input: z.object({ ...withUser }),
  output: z.object({ ...message, export: DataExport }),
  errors: ['REAUTHENTICATION_REQUIRED', 'EMAIL_CHANGE_OPEN', 'TOO_MANY_ATTEMPTS'],
});

export const openDataExport = action({
  name: 'open_data_export',
  method: 'POST',
  audience: 'user',
  summary:
    'The address of the finished ZIP. It and the download itself ask for a proof of the kind `export`.',
  input: z.object({ ...withUser }),
  output: z.object({ url: z.string() }),
  errors: ['REAUTHENTICATION_REQUIRED', 'EMAIL_CHANGE_OPEN', 'NOT_FOUND'],
});
