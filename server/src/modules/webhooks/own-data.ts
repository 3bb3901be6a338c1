import { sql } from 'kysely';
import { type OwnTable, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('webhook_message', {
    file: 'inserate',
    about: 'Was wir den Webseiten über deine Inserate und Clubs mitgeteilt haben.',
    fields: {
      id: 'Nummer',
      message_id: 'Nummer der Meldung',
      website_id: 'Webseite',
      event: 'was',
      kind: 'Inserat oder Club',
      item_id: 'Nummer davon',
      public_id: 'Nummer auf den Webseiten',
      version: 'Fassung',
      said_at: 'wovon sie handelt, Zeit',
      lifted_at: 'wann nach oben gerückt',
      created_at: 'wann geschrieben',
      due_at: 'nächster Versuch',
      attempts: 'Versuche',
      last_status: 'letzte Antwort',
      last_error: 'letzter Fehler',
      delivered_at: 'wann angenommen',
      dead_at: 'wann aufgegeben',
    },
    where: ({ accountId }) => sql`
      case kind when 'club' then item_id in (select id from club where account_id = ${accountId})
                else item_id in (select id from inserat where account_id = ${accountId}) end`,
  }),
];
