import { sql } from 'kysely';
import { type Owner, type OwnTable, ownTable } from '../../platform/own-data.ts';
import { snapshotColumns, statementColumn } from './store.ts';

/** Only what is decided: a report that is looked at is not disclosed before. */
const decided = ({ accountId }: Owner) =>
  sql`select id from report where account_id = ${accountId} and decided_at is not null`;

/** The tables of this module that hold data of an account, without a word of who reported. */
export const ownTables: readonly OwnTable[] = [
  ownTable('report', {
    file: 'protokoll',
    about: 'Entschiedene Meldungen zu dem, was du veröffentlicht hast.',
    fields: {
      id: 'Nummer',
      thing: 'worum es ging',
      item_id: 'seine Nummer',
      account_id: 'Nummer deines Kontos',
      website_id: null,
      by_website: null,
      reason: 'Grund',
      message: null,
      name: null,
      email: null,
      email_hash: null,
      phone: null,
      network_hash: null,
      visit_hash: null,
      received_at: null,
      state: 'Entscheid: justified (begründet) oder unjustified (unbegründet)',
      opened_at: null,
      claimed_by: null,
      claimed_until: null,
      decided_at: 'wann entschieden',
      decided_by: null,
      alert_at: null,
      alerts: null,
      hold_id: 'Sperre dazu',
      answer: null,
      statement: 'was wir dir dazu geschrieben haben',
      automatic: 'ob eine automatische Regel half',
      objected_at: null,
      objected_by: null,
      objection: null,
      first_state: 'erster Entscheid, falls es einen zweiten gab',
      first_decided_at: 'wann zum ersten Mal entschieden',
      first_decided_by: null,
      send_key: null,
    },
    encrypted: [statementColumn],
    where: (owner) => sql`id in (${decided(owner)})`,
  }),
  ownTable('report_snapshot', {
    file: 'protokoll',
    about: 'Worum es in den Meldungen ging, wie es damals war.',
    fields: {
      report_id: 'Nummer der Meldung',
      was: 'ob es online war',
      title: 'Titel',
      name: 'Name',
      body: 'Text',
      contact: 'Kontaktangaben',
      images: 'Prüfsummen der Bilder',
      websites: 'Webseiten, auf denen es war',
      taken_at: null,
    },
    encrypted: snapshotColumns,
    where: (owner) => sql`report_id in (${decided(owner)})`,
  }),
];
