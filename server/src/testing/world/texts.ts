import type { TextId } from '@samtrot/shared/texts/rules.ts';
import { sql } from 'kysely';
import type { World } from './world.ts';

/** A released version of a text: the first one with these words at its end, valid from then. */
export async function releasedText(
  { db }: Pick<World, 'db'>,
  text: TextId,
  { words, validFrom }: { words: string; validFrom: Date },
): Promise<{ id: number; number: number }> {
  const { rows } = await sql<{ id: number; number: number }>`
    insert into text_version (text, number, state, content, valid_from, created_at, changed_at, decided_at)
    select ${text}, (select max(number) + 1 from text_version where text = ${text}), 'released',
           content || E'\n\n' || ${words}::text, ${validFrom}, ${validFrom}, ${validFrom}, ${validFrom}
      from text_version where text = ${text} and number = 1
    returning id, number`.execute(db);
  return rows[0]!;
}
