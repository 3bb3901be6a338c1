import * as z from 'zod/mini';

/** A club as its owner sees it (CLU-08). Its status follows from its times and the time of day: `clubStatus`. */
export const Club = z.object({
  ID: z.int(),
  TYPE: z.literal('club'),
  club_name: z.string(),
  titel: z.string(),
  beschreibung: z.string(),
  /** Whom the portal asks. */
  vollstaendiger_name: z.string(),
  telefon: z.string(),
  /** DD.MM.YYYY HH:MM in Swiss time, empty without a booking. */
  start_zeit: z.string(),
  end_zeit: z.string(),
  /** The same as instants (ISO 8601) or null. */
  start_at: z.nullable(z.string()),
  end_at: z.nullable(z.string()),
});
export type Club = z.infer<typeof Club>;
