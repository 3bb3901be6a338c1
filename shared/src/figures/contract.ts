import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';

const span = z.enum(['days', 'months']);
const figure = z.enum(['registrations', 'online', 'revenue', 'views']);

export const getHouseFigures = action({
  name: 'get_house_figures',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'The charts of the house, of 30 days or 12 months; revenue with a right on money.',
  passive: true,
  input: z.object({ span }),
  output: z.object({
    at: z.string(),
    figures: z.array(
      z.object({
        figure,
        /** Oldest first; the last is not over. Revenue is in Rappen. */
        points: z.array(z.object({ day: z.string(), value: z.int() })),
      }),
    ),
  }),
  errors: [],
});

export const exportHouseFigure = action({
  name: 'export_house_figure',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'One chart of the house as CSV.',
  input: z.object({ figure, span }),
  output: z.object({ name: z.string(), text: z.string() }),
  errors: [],
});
