import { sql } from 'kysely';
import { type OwnTable, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('website_block', {
    file: 'inserate',
    about: 'Welche deiner Inserate und Clubs eine Webseite nicht zeigt.',
    fields: {
      website_id: 'Webseite',
      kind: 'Inserat oder Club',
      item_id: 'Nummer davon',
      reason: 'warum',
      created_at: 'seit wann',
    },
    where: ({ accountId }) => sql`
      case kind when 'club' then item_id in (select id from club where account_id = ${accountId})
                else item_id in (select id from inserat where account_id = ${accountId}) end`,
  }),
];
