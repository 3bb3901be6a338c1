import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('text_acceptance', {
    file: 'konto',
    about: 'Welchen Fassungen der Bedingungen und des Datenschutzes du zugestimmt hast.',
    fields: {
      account_id: 'Nummer deines Kontos',
      text_version_id: 'Nummer der Fassung',
      accepted_at: 'wann',
    },
    where: ofAccount,
  }),
];
