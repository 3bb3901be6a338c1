import { DISCREET_REASONS } from '@samtrot/shared/holds/reason-rules.ts';
import { sql } from 'kysely';
import { type Owner, type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';

const holdsOf = ({ accountId }: Owner) =>
  sql`(select id from hold where account_id = ${accountId})`;
/** A discreet reason is said only once it is decided. */
const said = (column: string) => () =>
  sql`case when not (kind = 'waiting' and reason = any (${[...DISCREET_REASONS]}::text[]))
    then ${sql.ref(column)} end`;
const instead = { reason: said('reason'), text: said('text') };

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('hold', {
    file: 'inserate',
    about: 'Was wir von den Webseiten genommen haben und warum.',
    fields: {
      id: 'Nummer',
      thing: 'was es ist',
      item_id: 'Nummer davon',
      account_id: 'Nummer deines Kontos',
      kind: 'Art der Sperre',
      reason: 'Grund',
      fields: 'was du ändern sollst',
      seen: 'wie das damals war',
      text: 'was wir dir geschrieben haben',
      note: null,
      version: 'der wievielte Entscheid',
      rewords: 'welchen Entscheid er nur anders sagt',
      held_at: 'gesperrt seit',
      decided_at: 'wann entschieden',
      decided_by: null,
      resubmitted_at: 'wann du es zur Prüfung gegeben hast',
      message: 'was du dazu geschrieben hast',
      closed_at: 'wann aufgehoben',
      closed_by: null,
      close_reason: null,
      outcome: 'wie es endete',
      refunded: 'Credits, die zurückkamen',
      asked_by: null,
      unapproved: 'ob es vor seiner ersten Freigabe war',
    },
    instead,
    where: ofAccount,
  }),
  ownTable('hold_version', {
    file: 'inserate',
    about: 'Frühere Entscheide dazu.',
    fields: {
      hold_id: 'Nummer der Sperre',
      version: 'der wievielte Entscheid',
      rewords: 'welchen Entscheid er nur anders sagt',
      kind: 'Art der Sperre',
      reason: 'Grund',
      fields: 'was du ändern solltest',
      text: 'was wir dir geschrieben haben',
      note: null,
      decided_at: 'wann entschieden',
      decided_by: null,
    },
    instead,
    where: (owner) => sql`hold_id in ${holdsOf(owner)}`,
  }),
  ownTable('hold_receipt', {
    file: 'inserate',
    about: 'Welche Webseiten das Entfernen bestätigt haben.',
    fields: {
      hold_id: 'Nummer der Sperre',
      website_id: 'Webseite',
      kind: 'was es ist',
      item_id: 'Nummer davon',
      told_at: 'wann mitgeteilt',
      confirmed_at: 'wann bestätigt',
    },
    where: (owner) => sql`hold_id in ${holdsOf(owner)}`,
  }),
  ownTable('hold_refund', {
    file: 'inserate',
    about: 'Was wir dir beim endgültigen Sperren zurückgebucht haben.',
    fields: {
      hold_id: 'Nummer der Sperre',
      account_id: 'Nummer deines Kontos',
      cause: 'Bestellung',
      credits: 'Credits',
    },
    where: ofAccount,
  }),
  ownTable('appeal', {
    file: 'inserate',
    about: 'Deine Einsprüche und unsere Antworten.',
    fields: {
      id: 'Nummer',
      hold_id: 'Nummer der Sperre',
      version: 'gegen welchen Entscheid',
      message: 'was du geschrieben hast',
      appealed_at: 'wann erhoben',
      upheld: 'ob du recht bekommen hast',
      answer: 'unsere Antwort',
      decided_at: 'wann entschieden',
      decided_by: null,
    },
    where: (owner) => sql`hold_id in ${holdsOf(owner)}`,
  }),
];
