import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';

const tone = z.enum(['ok', 'warning', 'bad']);

export const getHouseHealth = action({
  name: 'get_house_health',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'The health of the house: worker, queues, database, disk, backup, imports, checkpoints.',
  passive: true,
  input: z.object({}),
  output: z.object({
    at: z.string(),
    /** The gravest of the lines. */
    tone,
    lines: z.array(z.object({ key: z.string(), label: z.string(), text: z.string(), tone })),
  }),
  errors: [],
});
