import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import { sql } from 'kysely';
import { addressLookups, type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';
import { accountEmail } from '../access/service.ts';
import { requestLogin } from './recovery/request-store.ts';
import { pendingEmail, reservedFor } from './registration/registration-store.ts';

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('account', {
    file: 'konto',
    about: 'Dein Konto.',
    fields: {
      id: 'Nummer deines Kontos',
      username: 'Benutzername',
      username_key: null,
      email: 'E-Mail-Adresse',
      email_hash: null,
      password_hash: null,
      nickname: 'Spitzname',
      discount_percent: 'dein Rabatt in Prozent',
      discount_ends_at: 'wann dein Rabatt endet',
      discount_tell_at: 'wann wir dir schreiben, dass er endet',
      expiry_alert: 'ob wir dich vor dem Ende eines Inserats erinnern',
      disable_messages: 'ob Nachrichten ausgeschaltet sind',
      newsletter: 'ob du den Newsletter bestellt hast',
      switched_off: 'Rückfragen, die du ausgeschaltet hast',
      login_mail: 'ob wir dir bei einer neuen Anmeldung schreiben',
      email_confirmed_at: 'wann du die Adresse bestätigt hast',
      offline_at: 'seit wann alles offline ist',
      suggestions_off_until: 'bis wann du keine Vorschläge nach dem Aufgeben willst',
      held_at: 'seit wann gesperrt',
      created_at: 'wann du dich registriert hast',
      delete_at: 'wann das Konto gelöscht wird, wenn du es verlangt hast',
      closed_at: 'wann es gelöscht wurde',
    },
    encrypted: [accountEmail],
    where: ({ accountId }) => sql`id = ${accountId}`,
  }),
  ownTable('password_reset_request', {
    file: 'konto',
    about: 'Verlangte Links für ein neues Passwort, die noch nicht versandt sind.',
    fields: {
      id: 'Nummer',
      login: 'was eingegeben wurde',
      login_hash: null,
      created_at: 'wann',
    },
    encrypted: [requestLogin],
    where: (owner) =>
      sql`login_hash = any(${[...addressLookups(requestLogin, owner), ...requestLogin.lookups(owner.username)]})`,
  }),
  ownTable('pending_registration', {
    file: 'konto',
    about: 'Registrierungen mit deiner Adresse, die noch nicht bestätigt sind.',
    fields: {
      id: 'Nummer',
      username: 'gewünschter Name',
      username_key: null,
      email: 'E-Mail-Adresse',
      email_hash: null,
      password_hash: null,
      token_hash: null,
      newsletter_wording: 'Wortlaut der Einwilligung in den Newsletter',
      expires_at: 'bis wann sie gilt',
    },
    encrypted: [pendingEmail],
    where: (owner) => sql`email_hash = any(${addressLookups(pendingEmail, owner)})`,
  }),
  ownTable('reserved_username', {
    file: 'konto',
    about: 'Namen, die für dich freigehalten werden.',
    fields: {
      username_key: 'der Name ohne Grossbuchstaben und Zeichen',
      email: 'für welche Adresse',
      email_hash: null,
      expires_at: 'bis wann',
    },
    encrypted: [reservedFor],
    where: (owner) =>
      sql`username_key = ${usernameKey(owner.username)} or email_hash = any(${addressLookups(reservedFor, owner)})`,
  }),
  ownTable('newsletter_consent', {
    file: 'konto',
    about: 'Deine Einwilligungen in den Newsletter.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      key: null,
      source: 'wo du sie gegeben hast',
      wording: 'Wortlaut',
      requested_at: 'wann verlangt',
      confirmed_at: 'wann bestätigt',
      ended_at: 'wann widerrufen',
    },
    where: ofAccount,
  }),
];
