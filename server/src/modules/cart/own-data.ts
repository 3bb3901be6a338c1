import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('cart', {
    file: 'inserate',
    about: 'Was im Warenkorb liegt.',
    fields: {
      inserat_id: 'Inserat',
      account_id: 'Nummer deines Kontos',
      base_package: 'Laufzeit',
      planned: 'ob geplant',
      regions: 'Kantone',
      categories: 'Kategorien',
      colour: 'Farbe',
      story: 'Story',
      topad: 'Top-Inserat',
      daily_pushes: 'tägliche Pushs',
      dated_pushes: 'einzelne Pushs',
      updated_at: 'zuletzt geändert',
    },
    where: ofAccount,
  }),
];
