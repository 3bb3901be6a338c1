import { sql } from 'kysely';
import { type Owner, type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

const runsOf = ({ accountId }: Owner) =>
  sql`(select id from offline_run where account_id = ${accountId})`;

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('offline_run', {
    file: 'inserate',
    about: 'Wann du alles offline und wieder online geschaltet hast.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      begun_at: 'offline seit',
      ended_at: 'wieder online seit',
    },
    where: ofAccount,
  }),
  ownTable('offline_item', {
    file: 'inserate',
    about: 'Was dabei offline ging.',
    fields: {
      run_id: 'welches Mal',
      kind: 'was es ist',
      item_id: 'Nummer davon',
      waiting: 'ob es noch auf das Wiedereinschalten wartet',
    },
    where: (owner) => sql`run_id in ${runsOf(owner)}`,
  }),
  ownTable('offline_receipt', {
    file: 'inserate',
    about: 'Was die Webseiten dazu bestätigt haben.',
    fields: {
      run_id: 'welches Mal',
      website_id: 'Webseite',
      items: 'wie viele sie entfernen musste',
      confirmed: 'wie viele bestätigt sind',
      confirmed_at: 'wann alle bestätigt waren',
    },
    where: (owner) => sql`run_id in ${runsOf(owner)}`,
  }),
];
