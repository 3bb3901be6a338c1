import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyLine } from '../kernel/text.ts';
import { NOTICE_KINDS, NOTICE_MAX, NOTICE_PLACES } from './rules.ts';

const at = z.iso.datetime();

export const getMaintenance = action({
  name: 'get_maintenance',
  method: 'GET',
  audience: 'staff',
  right: 'maintenance.switch',
  summary: 'The maintenance that lasts or comes.',
  passive: true,
  input: z.object({}),
  output: z.object({
    maintenance: z.nullable(
      z.object({ from: at, until: at, set_by: z.nullable(z.string()), lasts: z.boolean() }),
    ),
  }),
  errors: [],
});

export const setMaintenance = action({
  name: 'set_maintenance',
  method: 'POST',
  audience: 'staff',
  right: 'maintenance.switch',
  summary:
    'Puts the portal into maintenance from then until then, in place of what was set: reading goes on, changes are refused.',
  input: z.object({
    /** From now on without one. */
    from: z.nullish(at),
    until: at,
  }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT'],
});

export const endMaintenance = action({
  name: 'end_maintenance',
  method: 'POST',
  audience: 'staff',
  right: 'maintenance.switch',
  summary: 'Ends the maintenance, or calls off the one that comes. Without one it does nothing.',
  input: z.object({}),
  output: z.object({ message: z.string() }),
  errors: [],
});

const kind = z.enum(NOTICE_KINDS);
const place = z.enum(NOTICE_PLACES);

export const getPortalNotices = action({
  name: 'get_portal_notices',
  method: 'GET',
  audience: 'staff',
  right: 'notice.edit',
  summary:
    'Notices on the portal, newest first: those that come, that are shown and the last ones.',
  passive: true,
  input: z.object({}),
  output: z.object({
    notices: z.array(
      z.object({
        notice_id: z.int(),
        kind,
        place,
        text: z.string(),
        from: at,
        until: at,
        written_by: z.nullable(z.string()),
      }),
    ),
  }),
  errors: [],
});

export const addPortalNotice = action({
  name: 'add_portal_notice',
  method: 'POST',
  audience: 'staff',
  right: 'notice.edit',
  summary: 'Shows a notice above the pages of the portal from then until then.',
  input: z.object({
    kind,
    place,
    text: tidied(tidyLine, (typed) => lengthProblem(typed, 1, NOTICE_MAX)),
    /** From now on without one. */
    from: z.nullish(at),
    until: at,
  }),
  output: z.object({ notice_id: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT'],
});

export const endPortalNotice = action({
  name: 'end_portal_notice',
  method: 'POST',
  audience: 'staff',
  right: 'notice.edit',
  summary: 'Takes a notice off, or calls off one that comes. One that is over stays as it is.',
  input: z.object({ notice_id: id }),
  output: z.object({ message: z.string() }),
  errors: ['NOT_FOUND'],
});
