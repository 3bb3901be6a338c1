import { sql } from 'kysely';
import { type Owner, type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

const paymentsOf = ({ accountId }: Owner) =>
  sql`(select id from payment where account_id = ${accountId})`;

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('payment', {
    file: 'zahlungen',
    about: 'Deine Zahlungen.',
    fields: {
      id: 'Kennung der Zahlung',
      number: 'Nummer der Zahlung',
      account_id: 'Nummer deines Kontos',
      option_id: 'gewähltes Paket',
      price_rappen: 'Preis in Rappen',
      list_rappen: 'Preis des Pakets ohne Rabatt, in Rappen',
      credits: 'Credits',
      bonus: 'geschenkte Credits',
      discount_percent: 'Rabatt in Prozent',
      provider: 'wer die Zahlung abwickelt',
      provider_ref: 'dessen Nummer der Zahlung',
      payment_url: 'Adresse der Zahlungsseite',
      wanted_method: 'gewählte Zahlungsart',
      method: 'benutzte Zahlungsart',
      status: 'Stand',
      status_version: 'wie oft sich der Stand geändert hat',
      created_at: 'wann begonnen',
      catalogue_version_id: 'Nummer der Preisliste',
      settled_at: 'wann abgeschlossen',
      received_rappen: 'eingegangen in Rappen',
      settled_rappen: 'verbucht in Rappen',
      settled_credits: 'gutgeschriebene Credits',
      settled_bonus: 'davon geschenkt',
      next_check_at: 'wann wir das nächste Mal nachfragen',
      checks: 'wie oft wir nachgefragt haben',
      refund_wished_at: 'wann du die Rückzahlung verlangt hast',
      rest_of: 'Zahlung, deren Rest diese ist',
      completed_by: 'Zahlung, mit der der Rest kam',
    },
    where: ofAccount,
  }),
  ownTable('payment_event', {
    file: 'zahlungen',
    about: 'Meldungen der Zahlungsanbieter zu deinen Zahlungen.',
    fields: {
      received_at: 'wann',
      event_id: 'Nummer der Meldung',
      provider: 'von wem',
      provider_ref: 'dessen Nummer der Zahlung',
    },
    where: ({ accountId }) =>
      sql`(provider, provider_ref) in (select provider, provider_ref from payment where account_id = ${accountId})`,
  }),
  ownTable('payment_case', {
    file: 'zahlungen',
    about: 'Unstimmigkeiten zu deinen Zahlungen und unsere Notizen dazu.',
    fields: {
      id: 'Nummer',
      payment_id: 'Zahlung',
      key: null,
      kind: 'Art',
      provider: 'Zahlungsanbieter',
      details: 'Einzelheiten',
      note: 'unsere Notiz',
      opened_at: 'seit wann',
      closed_at: 'bis wann',
      settled_itself: 'ob sie sich von selbst erledigt hat',
      version: null,
      decided_by: null,
      decided_at: 'wann entschieden',
      decision: 'unser Entscheid',
    },
    where: (owner) => sql`payment_id in ${paymentsOf(owner)}`,
  }),
  ownTable('payment_refund', {
    file: 'zahlungen',
    about: 'Was wir zurückgezahlt oder zurückgenommen haben.',
    fields: {
      id: 'Nummer',
      payment_id: 'Zahlung',
      kind: 'Art',
      amount_rappen: 'Betrag in Rappen',
      credits: 'Credits',
      reason: 'Grund',
      status: 'Stand',
      created_at: 'wann begonnen',
      next_try_at: 'nächster Versuch',
      settled_at: 'wann abgeschlossen',
    },
    where: (owner) => sql`payment_id in ${paymentsOf(owner)}`,
  }),
];
