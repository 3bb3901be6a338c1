import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('coupon_use', {
    file: 'zahlungen',
    about: 'Gutscheine, die du eingelöst hast.',
    fields: {
      code: 'Gutschein',
      account_id: 'Nummer deines Kontos',
      used_at: 'wann',
      nth: 'das wievielte Mal',
    },
    where: ofAccount,
  }),
];
