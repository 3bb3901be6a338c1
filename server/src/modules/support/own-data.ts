import { sql } from 'kysely';
import { type OwnTable, ownTable } from '../../platform/own-data.ts';
import { emailColumn, encryptedColumns } from './store.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('message', {
    file: 'nachrichten',
    about: 'Deine Nachrichten an uns.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      kind: 'support (aus dem Konto) oder contact (vom Formular für alle)',
      name: 'Name',
      email: 'E-Mail-Adresse',
      email_hash: null,
      phone: 'Telefonnummer',
      subject: 'Thema',
      body: 'Nachricht',
      status: 'Stand',
      fingerprint: null,
      created_at: 'wann eingegangen',
      answered_at: 'wann beantwortet',
    },
    encrypted: encryptedColumns,
    where: ({ accountId, email }) =>
      sql`account_id = ${accountId} or (kind = 'contact' and email_hash = any(${emailColumn.lookups(email)}))`,
  }),
];
