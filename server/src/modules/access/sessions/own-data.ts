import { sql } from 'kysely';
import { type OwnTable, ofAccount, ownTable } from '../../../platform/own-data.ts';
import { linkEmail } from '../link-store.ts';

const ACCOUNT = 'Nummer deines Kontos';

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('session', {
    file: 'konto',
    about: 'Deine Anmeldungen: jedes Gerät, auf dem du angemeldet bist.',
    fields: {
      id: 'Nummer der Anmeldung',
      account_id: ACCOUNT,
      token_hash: null,
      previous_hash: null,
      previous_until: null,
      device: 'Browser und System in Worten',
      remember: 'ob du «Angemeldet bleiben» gewählt hast',
      created_at: 'wann du dich angemeldet hast',
      last_seen_at: 'letzter Gebrauch',
      expires_at: 'wann die Anmeldung spätestens endet',
    },
    where: ofAccount,
  }),
  ownTable('reauthentication', {
    file: 'konto',
    about: 'Deine letzten Bestätigungen mit Passwort oder Passkey.',
    fields: {
      kind: 'wofür du bestätigt hast',
      session_hash: null,
      confirmed_at: 'wann',
    },
    where: ({ accountId }) =>
      sql`session_hash in (select token_hash from session where account_id = ${accountId})`,
  }),
  ownTable('known_browser', {
    file: 'konto',
    about: 'Browser, die dein Konto wiedererkennt.',
    fields: {
      created_at: 'erster Gebrauch',
      token_hash: null,
      account_id: ACCOUNT,
      last_used_at: 'letzter Gebrauch',
      expires_at: 'bis wann wir ihn wiedererkennen',
    },
    where: ofAccount,
  }),
  ownTable('login_notice', {
    file: 'konto',
    about: 'Anmeldungen mit einem neuen Browser, von denen wir dir geschrieben haben.',
    fields: {
      at: 'wann',
      session_hash: null,
      token_hash: null,
      account_id: ACCOUNT,
      device: 'Browser und System in Worten',
      expires_at: 'bis wann der Link in der E-Mail gilt',
    },
    where: ofAccount,
  }),
  ownTable('second_factor', {
    file: 'konto',
    about: 'Deine Code-App.',
    fields: {
      account_id: ACCOUNT,
      secret: null,
      since: 'seit wann sie eingeschaltet ist',
      last_step: null,
      new_secret: null,
      new_secret_at: 'wann du angefangen hast, eine neue einzurichten',
      removal_requested_at: 'wann verlangt wurde, sie ohne Code zu entfernen',
      removal_at: 'wann sie dann entfernt wird',
      removal_next_at: 'wann wir dir das nächste Mal darüber schreiben',
      removal_token_hash: null,
    },
    where: ofAccount,
  }),
  ownTable('recovery_code', {
    file: 'konto',
    about: 'Deine Wiederherstellungscodes, ohne die Codes.',
    fields: {
      created_at: 'wann erstellt',
      used_at: 'wann er benutzt wurde',
      account_id: ACCOUNT,
      code_hash: null,
    },
    where: ofAccount,
  }),
  ownTable('passkey', {
    file: 'konto',
    about: 'Deine Passkeys.',
    fields: {
      id: 'Nummer des Passkeys',
      account_id: ACCOUNT,
      credential_id: null,
      public_key: null,
      user_handle: null,
      sign_count: 'wie oft er laut seinem Zähler benutzt wurde',
      name: 'Name, den du ihm gegeben hast',
      created_at: 'wann hinzugefügt',
      last_used_at: 'letzter Gebrauch',
    },
    where: ofAccount,
  }),
  ownTable('pending_login', {
    file: 'konto',
    about: 'Begonnene Anmeldungen, denen der zweite Schritt fehlt.',
    fields: {
      expires_at: 'bis wann sie gilt',
      token_hash: null,
      account_id: ACCOUNT,
      remember: 'ob «Angemeldet bleiben» gewählt ist',
      keep: 'ob damit ein gelöschtes Konto behalten werden soll',
      wrong_codes: 'falsche Codes',
    },
    where: ofAccount,
  }),
  ownTable('account_link', {
    file: 'konto',
    about: 'Links, die wir dir gemailt haben und die noch gelten.',
    fields: {
      created_at: 'wann verlangt',
      token_hash: null,
      account_id: ACCOUNT,
      purpose:
        'wofür: reset (neues Passwort), confirm und change (Adresse bestätigen), newsletter, undo_email (alte Adresse), keep (Konto behalten), wanted (Adresse, die wir für dich eintragen sollen)',
      email: 'an welche Adresse',
      email_hash: null,
      session_hash: null,
      expires_at: 'bis wann er gilt',
    },
    encrypted: [linkEmail],
    where: ofAccount,
  }),
  ownTable('login_mail', {
    file: 'konto',
    about: 'Begonnene Anmeldungen per Mail.',
    fields: {
      created_at: 'wann verlangt',
      request_hash: null,
      account_id: ACCOUNT,
      remember: 'ob «Angemeldet bleiben» gewählt ist',
      expires_at: 'bis wann der Link gilt',
      due_at: 'wann die E-Mail an der Reihe ist',
      link_hash: null,
      code_hash: null,
      wrong_codes: 'falsch abgetippte Zahlen',
    },
    where: ofAccount,
  }),
  ownTable('account_event', {
    file: 'protokoll',
    about: 'Dein Kontoprotokoll, wie es auf der Seite Sicherheit steht.',
    fields: {
      id: 'Nummer der Zeile',
      account_id: ACCOUNT,
      at: 'wann',
      kind: 'was, als Stichwort',
      details: 'Einzelheiten, zum Beispiel das Gerät',
      visible_at: null,
    },
    where: ({ accountId, now }) => sql`account_id = ${accountId} and visible_at <= ${now}`,
  }),
  ownTable('data_access_log', {
    file: 'protokoll',
    about: 'Wann unser Team deine privaten Daten angesehen hat.',
    fields: {
      id: 'Nummer der Zeile',
      account_id: ACCOUNT,
      at: 'wann',
      staff_id: null,
      role: 'wer: die Rolle',
      sign: 'wer: das Kürzel',
      kind: 'was angesehen wurde, als Stichwort',
      thing: 'woran',
      thing_number: 'seine Nummer',
      reason: 'warum',
      visible_at: null,
    },
    where: ({ accountId, now }) => sql`account_id = ${accountId} and visible_at <= ${now}`,
  }),
  ownTable('data_access_delay', {
    file: 'protokoll',
    about: 'Ob wir dir Zugriffe auf deine Daten eine Zeit lang später gezeigt haben.',
    fields: {
      account_id: ACCOUNT,
      until: 'bis wann',
      reason: 'warum',
      decided_by: null,
      decided_at: 'wann entschieden',
    },
    // One that was ended early would tell of looks that are still hidden.
    where: ({ accountId, now }) => sql`account_id = ${accountId} and until <= ${now}
      and not exists (select from data_access_log l
        where l.account_id = ${accountId} and l.visible_at > ${now})`,
  }),
];
