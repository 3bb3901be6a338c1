import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup, withUser } from '../kernel/fields.ts';
import { MESSAGE_KINDS } from './rules.ts';

const kinds = z.array(z.enum(MESSAGE_KINDS)).check(z.maxLength(MESSAGE_KINDS.length));

export const getDeviceMessages = action({
  name: 'get_device_messages',
  method: 'GET',
  audience: 'user',
  summary:
    'What this device is told on its lock screen by Web Push, as far as this session asked for it, and the key with which its browser subscribes.',
  input: z.object({ ...withUser }),
  output: z.object({
    kinds,
    /** The public key of the server (VAPID), 65 bytes in base64url. */
    server_key: z.string(),
    /** Without "Angemeldet bleiben" the session, and with it the messages, ends by a short rest. */
    remembered: z.boolean(),
  }),
  errors: [],
});

export const setDeviceMessages = action({
  name: 'set_device_messages',
  method: 'POST',
  audience: 'user',
  summary:
    'Says what this device is told from now on, until its session ends; nothing without kinds. A device is a subscription of its browser (Web Push) at a known push service.',
  limits: [{ per: 'account', attempts: 60, seconds: 3600 }],
  input: z.object({
    ...withUser,
    kinds,
    /** As the browser has it; not needed without kinds. */
    subscription: z.optional(
      z.object({
        endpoint: lookup(500),
        p256dh: lookup(100),
        auth: lookup(40),
        /** When the browser ends it, in milliseconds since 1970. */
        expires: z.optional(z.nullable(z.number())),
      }),
    ),
  }),
  output: z.object({ kinds, message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_LOGGED_IN', 'TOO_MANY_ATTEMPTS'],
});
