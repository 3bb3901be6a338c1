import { sql } from 'kysely';
import { answerColumn } from './idempotency.ts';
import { type OwnTable, ofAccount, ownTable } from './own-data.ts';

/** The tables of the platform that hold data of an account. */
export const platformTables: readonly OwnTable[] = [
  ownTable('idempotency', {
    file: 'protokoll',
    about: 'Antworten auf wiederholte Aufträge, einen Tag lang.',
    fields: {
      id: 'Nummer',
      account_id: 'Nummer deines Kontos',
      staff_id: null,
      action: 'Auftrag',
      key_hash: null,
      fingerprint: null,
      status: 'Ergebnis als Zahl',
      answer: 'Antwort',
      held_until: 'bis wann er läuft',
      created_at: 'wann',
    },
    where: ofAccount,
    encrypted: [answerColumn],
  }),
  ownTable('audit', {
    file: 'protokoll',
    about: 'Protokoll der sicherheitsrelevanten Vorgänge.',
    fields: {
      id: 'Nummer',
      at: 'wann',
      actor: 'wer: du, Samtrot oder unbekannt',
      action: 'was, als Stichwort',
      object: 'woran',
      details: 'Einzelheiten',
      staff_id: null,
      right: null,
      reason: null,
      before: null,
      after: null,
      request: null,
    },
    // Who of the house it was is data of that person.
    instead: {
      actor: ({ accountId }) => sql`
        case when actor in (${`user:${accountId}`}, ${`operator:${accountId}`}) then 'du'
             when actor = 'visitor' then 'unbekannt' else 'Samtrot' end`,
    },
    where: ({ accountId }) => sql`
      actor in (${`user:${accountId}`}, ${`operator:${accountId}`})
      or object = ${`account:${accountId}`}
      or object in (select 'payment:' || id from payment where account_id = ${accountId})
      or object in (select 'image:' || id from image where account_id = ${accountId})
      or object in (select 'video:' || id from video where account_id = ${accountId})`,
  }),
];
