import { type OwnTable, ownTable } from '../../platform/own-data.ts';
import { encryptedColumns, ofOwner } from './store.ts';

/** The table of this module that holds data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('mail', {
    file: 'nachrichten',
    about:
      'E-Mails an dich. Den Inhalt bewahren wir nur bis zum Versand auf; er kann Links enthalten, die nur in dein Postfach gehören.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      cause: null,
      recipient: 'an welche Adresse',
      recipient_hash: null,
      reply_to: 'wohin eine Antwort geht',
      reply_to_hash: null,
      subject: 'Betreff',
      letter: null,
      created_at: 'wann geschrieben',
      attempts: 'Versuche, sie zu versenden',
      next_try_at: 'nächster Versuch',
      without_tls: 'ob dem Server der Mail die Verschlüsselung fehlte',
      undeliverable: 'ob es die Adresse nicht gibt',
      of_recipient: 'ob es am Postfach der Adresse liegt',
      last_error: 'warum der letzte nicht gelang',
      sent_at: 'wann versandt',
      delete_after_send: 'ob wir diese Zeile nach dem Versand löschen',
    },
    encrypted: encryptedColumns.filter(({ column }) => column !== 'letter'),
    where: ofOwner,
  }),
];
