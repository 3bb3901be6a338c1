import { sql } from 'kysely';
import { type OwnTable, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('placement', {
    file: 'inserate',
    about: 'Wann eine Webseite etwas von dir erhalten, gezeigt und entfernt hat.',
    fields: {
      item_id: 'Nummer des Inserats, Banners oder Clubs',
      kind: 'was es ist',
      website_id: 'Webseite',
      delivered_at: 'wann erhalten',
      last_delivered_at: 'wann zuletzt erhalten',
      seen_at: 'wann gezeigt',
      last_seen_at: 'wann zuletzt gezeigt',
      lifted_at: 'wann nach oben gerückt',
      told_at: 'wann wir Bescheid gegeben haben, dass es weg ist',
      gone_at: 'wann entfernt',
      gone_by: 'woher wir das wissen',
    },
    where: ({ accountId }) => sql`
      case kind when 'banner' then item_id in (select id from banner where account_id = ${accountId})
                when 'club' then item_id in (select id from club where account_id = ${accountId})
                else item_id in (select id from inserat where account_id = ${accountId}) end`,
  }),
];
