import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';

export const getStaffOverview = action({
  name: 'get_staff_overview',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'What waits today, of what the person may read.',
  passive: true,
  input: z.object({}),
  output: z.object({
    waiting: z.array(
      z.object({
        /** What it is, as the list calls it. */
        label: z.string(),
        path: z.string(),
        count: z.int(),
        /** Since when the oldest waits. */
        since: z.nullable(z.string()),
        /** How many of them are urgent, and how many beyond their time. */
        urgent: z.int(),
        overdue: z.int(),
        /** What else is among them, in words such as «5 neu». */
        parts: z.array(z.string()),
        /** The most urgent of the urgent ones: its reason and object, and its clock. */
        first: z.nullable(
          z.object({
            number: z.string(),
            path: z.string(),
            text: z.string(),
            clock: z.string(),
          }),
        ),
      }),
    ),
    /** Whom alarms and urgent reports reach: a person by name, else an address. */
    duty: z.string(),
  }),
  errors: [],
});
