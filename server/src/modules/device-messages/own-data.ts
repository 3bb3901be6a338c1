import { sql } from 'kysely';
import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';
import { encryptedColumns } from './store.ts';

const ACCOUNT = 'Nummer deines Kontos';

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('message_device', {
    file: 'konto',
    about: 'Geräte, auf denen du Mitteilungen eingeschaltet hast.',
    fields: {
      id: 'Nummer',
      account_id: ACCOUNT,
      session_hash: null,
      endpoint: 'Adresse, unter der der Browser die Mitteilungen bekommt',
      endpoint_hash: null,
      keys: null,
      server_key: null,
      kinds: 'welche: ends (Laufzeit endet), review (Prüfung), answer (Antwort)',
      created_at: 'seit wann',
      expires_at: 'wann der Browser sie beendet',
    },
    encrypted: encryptedColumns.filter(({ column }) => column !== 'keys'),
    where: ofAccount,
  }),
  ownTable('device_message', {
    file: 'konto',
    about: 'Mitteilungen an diese Geräte.',
    fields: {
      id: 'Nummer',
      device_id: 'Nummer des Geräts',
      cause: null,
      kind: 'welche',
      page: 'welche Seite sie öffnet',
      created_at: 'wann',
      due_at: 'nächster Versuch',
      until: 'bis wann sie gilt',
      attempts: 'Versuche',
      attempted_at: 'letzter Versuch',
      sent_at: 'wann versandt',
      last_status: 'letzte Antwort',
      last_error: 'letzter Fehler',
    },
    where: ({ accountId }) =>
      sql`device_id in (select id from message_device where account_id = ${accountId})`,
  }),
  ownTable('device_event', {
    file: 'konto',
    about: 'Wovon wir deinen Geräten schon etwas mitgeteilt haben.',
    fields: { account_id: ACCOUNT, cause: 'was, als Stichwort', at: 'wann' },
    where: ofAccount,
  }),
];
