import { sql } from 'kysely';
import { type Owner, type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';
import { encryptedColumns } from './pending.ts';

const bannersOf = ({ accountId }: Owner) =>
  sql`(select id from banner where account_id = ${accountId})`;

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('banner', {
    file: 'banner',
    about: 'Deine Banner, wie sie gespeichert sind.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      public_id: 'Nummer auf den Webseiten',
      typ: 'Format',
      text: 'Text',
      url: 'Zieladresse',
      monate: 'Laufzeit in Monaten',
      publish_option: 'wann er beginnen soll',
      publish_date: 'Datum dazu',
      publish_time: 'Zeit dazu',
      auto_extend: 'ob er sich verlängert',
      booking_id: 'Bestellung',
      pending: 'was auf unsere Prüfung wartet',
      pending_print: null,
      unsaved: 'noch nicht Gespeichertes',
      version: 'wie oft geändert',
      created_at: 'wann angelegt',
      saved_at: 'wann gespeichert',
      changed_at: 'zuletzt geändert',
      alert_at: 'wann wir dich an das Ende erinnern',
      open_end: 'bis wann bezahlt ist',
      hidden_at: 'seit wann ausgeblendet',
      held_at: 'seit wann gesperrt',
      paused_at: 'seit wann pausiert',
      shown_again_at: 'wann wieder eingeblendet',
      deleted_at: 'wann gelöscht',
    },
    where: ofAccount,
    encrypted: encryptedColumns,
    parsed: { pending: JSON.parse },
  }),
  ownTable('banner_webseite', {
    file: 'banner',
    about: 'Webseiten, die du für einen Banner gewählt hast.',
    fields: { banner_id: 'Banner', website_id: 'Webseite' },
    where: (owner) => sql`banner_id in ${bannersOf(owner)}`,
  }),
  ownTable('banner_booking', {
    file: 'banner',
    about: 'Was du für deine Banner gebucht hast.',
    fields: {
      id: 'Nummer',
      banner_id: 'Banner',
      call_id: null,
      typ: 'Format',
      months: 'Monate',
      websites: 'Webseiten',
      websites_left: 'davon später ausgeschaltet',
      base: 'Grundpreis in Credits',
      surcharge: 'Zuschlag in Credits',
      total: 'Preis in Credits',
      start_at: 'Beginn',
      end_at: 'Ende',
      renews: 'Buchung, die diese verlängert',
      created_at: 'wann gebucht',
      catalogue_version_id: 'Nummer der Preisliste',
    },
    where: (owner) => sql`banner_id in ${bannersOf(owner)}`,
  }),
];
