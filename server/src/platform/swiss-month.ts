import { type RawBuilder, sql } from 'kysely';

/** Whether a moment lies in a Swiss month, `2026-11`; an index on the moment finds it. */
export const inSwissMonth = (moment: RawBuilder<Date>, month: string): RawBuilder<boolean> => {
  const first = sql`(${month} || '-01')::timestamp`;
  return sql`(${moment} >= ${first} at time zone 'Europe/Zurich'
    and ${moment} < (${first} + interval '1 month') at time zone 'Europe/Zurich')`;
};
