import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { addressLookups, type Owner, type OwnTable, ownTable } from '../../platform/own-data.ts';
import { filesWhere, nameColumn } from './file-store.ts';
import { bodyColumn, emailColumn, threadColumns } from './store.ts';

const own = (owner: Owner) => sql<boolean>`account_id = ${owner.accountId}
  or (kind = 'contact' and email_hash = any(${addressLookups(emailColumn, owner)}))`;

const ofOwnEntry = (owner: Owner) =>
  sql<boolean>`thread_id in (select id from thread where ${own(owner)})`;

/** Files that the account uploaded or that came by mail in its conversations. */
const ownFiles = (owner: Owner) => sql<boolean>`account_id = ${owner.accountId}
  or (account_id is null
      and entry_id in (select id from thread_entry where ${ofOwnEntry(owner)}))`;

export const filesOfOwner = (db: Sql, owner: Owner) => filesWhere(db, ownFiles(owner));

/** The tables of this module that hold data of an account; notes of the house are among them. */
export const ownTables: readonly OwnTable[] = [
  ownTable('thread', {
    file: 'nachrichten',
    about: 'Deine Gespräche mit uns.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      kind: 'support (aus dem Konto) oder contact (vom Formular für alle)',
      name: 'Name',
      email: 'E-Mail-Adresse',
      email_hash: null,
      phone: 'Telefonnummer',
      subject: 'Thema',
      state: 'Stand',
      assigned_to: null,
      created_at: 'wann eingegangen',
      last_entry_at: 'wann zuletzt geschrieben',
      waits_since: 'seit wann du auf uns wartest',
      first_answered_at: 'wann zuerst beantwortet',
      done_at: 'wann erledigt',
      previous_id: 'Nummer des früheren Gesprächs',
      begun_as: null,
      typing_by: null,
      typing_until: null,
    },
    encrypted: threadColumns,
    where: own,
  }),
  ownTable('thread_entry', {
    file: 'nachrichten',
    about: 'Was in den Gesprächen steht.',
    fields: {
      id: 'Nummer',
      thread_id: 'Nummer des Gesprächs',
      kind: 'message (du), answer (wir), note (Notiz, die nur wir lesen) oder event (was wir taten)',
      staff_id: null,
      body: 'Text',
      at: 'wann',
      seen_at: 'wann du die Antwort geöffnet hast',
      send_key: null,
      fingerprint: null,
      received_as: null,
    },
    encrypted: [bodyColumn],
    where: ofOwnEntry,
  }),
  ownTable('thread_file', {
    file: 'nachrichten',
    about:
      'Dateien, die du zu Nachrichten hochgeladen oder uns gemailt hast oder die wir dir gesendet haben; sie stehen in anhaenge.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      staff_id: null,
      entry_id: 'Nummer der Nachricht',
      name: 'Name der Datei',
      kind: 'picture (Bild) oder pdf',
      bytes: 'Grösse in Bytes',
      file: null,
      created_at: 'wann hochgeladen',
    },
    encrypted: [nameColumn],
    where: ownFiles,
  }),
];
