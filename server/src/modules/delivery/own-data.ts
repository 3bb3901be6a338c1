import { sql } from 'kysely';
import { type Owner, type OwnTable, ownTable } from '../../platform/own-data.ts';

const ofInserate = ({ accountId }: Owner) =>
  sql<boolean>`inserat_id in (select id from inserat where account_id = ${accountId})`;

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('delivery_change', {
    file: 'inserate',
    about: 'Welche deiner Inserate sich für die Webseiten geändert haben.',
    fields: {
      inserat_id: 'Inserat',
      public_id: 'Nummer auf den Webseiten',
      changed_tx: 'Nummer der Änderung',
    },
    where: ofInserate,
  }),
  ownTable('delivery_entry', {
    file: 'inserate',
    about: 'In welchen Listen deine Inserate stehen.',
    fields: {
      inserat_id: 'Inserat',
      term: 'Liste',
      lifted_at: 'wann zuletzt nach oben gerückt',
    },
    where: ofInserate,
  }),
];
