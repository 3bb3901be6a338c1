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
           btrim(content || E'\n\n' || ${words}::text, E'\n'), ${validFrom}, ${validFrom}, ${validFrom}, ${validFrom}
      from text_version where text = ${text} and number = 1
    returning id, number`.execute(db);
  return rows[0]!;
}

/**
 * New terms that everybody has accepted but this account; who registers later accepts them at once.
 */
export async function termsToAccept(
  world: Pick<World, 'db' | 'clock'>,
  accountId: number,
): Promise<{ number: number }> {
  const { n } = await world.db
    .selectFrom('text_version')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  // Two of a text never begin at the same moment.
  const validFrom = new Date(world.clock.now().getTime() - 10_000 + Number(n));
  const { id, number } = await releasedText(world, 'terms', { words: 'Das ist neu.', validFrom });
  await sql`
    insert into text_acceptance (account_id, text_version_id, accepted_at)
    select id, ${id}::bigint, ${validFrom} from account where id <> ${accountId}`.execute(world.db);
  return { number };
}
