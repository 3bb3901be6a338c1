import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('data_export', {
    file: 'protokoll',
    about: 'Die Kopien deiner Daten, auch diese.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      started_by: 'owner (du) oder house (wir)',
      reason: 'warum wir sie verlangt haben',
      state: 'Stand',
      parts_done: 'fertige Teile',
      parts_total: 'Teile',
      attempts: 'Versuche',
      claimed_until: null,
      file: null,
      bytes: 'Grösse in Bytes',
      created_at: 'wann verlangt',
      ready_at: 'wann bereit',
      expires_at: 'wann wir sie löschen',
    },
    where: ofAccount,
  }),
];
