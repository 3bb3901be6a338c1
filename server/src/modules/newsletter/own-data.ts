import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('newsletter_sending', {
    file: 'konto',
    about: 'Newsletter, die du bekommen hast.',
    fields: {
      issue_id: 'Nummer der Ausgabe',
      account_id: 'Nummer deines Kontos',
      made_at: 'wann',
    },
    where: ofAccount,
  }),
];
