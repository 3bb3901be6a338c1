import type { BLANK_CLUB_CONTACT } from '@samtrot/shared/clubs/contract.ts';
import { sql } from 'kysely';
import { type Owner, type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';
import { clubContact, encryptedColumns } from './contact.ts';

const clubsOf = ({ accountId }: Owner) =>
  sql`(select id from club where account_id = ${accountId})`;

const CONTACT = {
  vollstaendiger_name: 'Kontaktperson',
  telefon: 'Telefonnummer',
  homepage: 'Webseite',
  strasse_und_nummer: 'Strasse und Nummer',
  postleitzahl: 'Postleitzahl',
  ort: 'Ort',
} satisfies Record<keyof typeof BLANK_CLUB_CONTACT, string>;

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('club', {
    file: 'clubs',
    about: 'Deine Clubs, wie sie gespeichert sind.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      public_id: 'Nummer auf den Webseiten',
      club_name: 'Name',
      titel: 'Titel',
      beschreibung: 'Beschreibung',
      contact: 'wie man den Club erreicht',
      contact_print: null,
      telefon_hash: null,
      canton: 'Kanton',
      oeffnungszeiten: 'Öffnungszeiten',
      monate: 'Laufzeit in Monaten',
      publish_option: 'wann er beginnen soll',
      publish_date: 'Datum dazu',
      publish_time: 'Zeit dazu',
      booking_id: 'Bestellung',
      pending: 'was auf unsere Prüfung wartet',
      pending_print: null,
      unsaved: 'noch nicht Gespeichertes',
      version: 'wie oft geändert',
      created_at: 'wann angelegt',
      saved_at: 'wann gespeichert',
      changed_at: 'zuletzt geändert',
      placed_at: 'wann aufgegeben',
      shown_from: 'gezeigt von',
      shown_until: 'gezeigt bis',
      alert_at: 'wann wir dich an das Ende erinnern',
      hidden_at: 'seit wann ausgeblendet',
      held_at: 'seit wann gesperrt',
      deleted_at: 'wann gelöscht',
    },
    where: ofAccount,
    encrypted: encryptedColumns,
    parsed: { unsaved: JSON.parse, pending: JSON.parse },
    parts: { contact: { fields: CONTACT, read: clubContact.parse } },
  }),
  ownTable('club_booking', {
    file: 'clubs',
    about: 'Was du für deine Clubs gebucht hast.',
    fields: {
      id: 'Nummer',
      club_id: 'Club',
      months: 'Monate',
      total: 'Preis in Credits',
      start_at: 'Beginn',
      end_at: 'Ende',
      created_at: 'wann gebucht',
      catalogue_version_id: 'Nummer der Preisliste',
    },
    where: (owner) => sql`club_id in ${clubsOf(owner)}`,
  }),
  ownTable('delivery_club_change', {
    file: 'clubs',
    about: 'Welche deiner Clubs sich für die Webseiten geändert haben.',
    fields: {
      club_id: 'Club',
      public_id: 'Nummer auf den Webseiten',
      changed_tx: 'Nummer der Änderung',
    },
    where: (owner) => sql`club_id in ${clubsOf(owner)}`,
  }),
];
