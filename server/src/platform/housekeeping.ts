import { type RawBuilder, sql } from 'kysely';
import { expired } from './idempotency.ts';
import type { Task } from './worker.ts';

const BATCH = 1000;
/** Mails hold addresses; half a year answers every question about one that did not arrive. */
const KEEP_SENT_MAILS_DAYS = 180;
/** What people wrote to the support goes half a year after its answer, or after it came in. */
const KEEP_MESSAGES_DAYS = 180;
/** A newsletter request expires with its link; a consent is proof for years after its end. */
const KEEP_REQUEST_DAYS = 7;
const KEEP_CONSENT_DAYS = 3 * 365;

const rows = (table: string, key: string, due: RawBuilder<unknown>) => sql`
  delete from ${sql.table(table)} where ${sql.ref(key)} in (
    select ${sql.ref(key)} from ${sql.table(table)} where ${due} limit ${BATCH} for update skip locked)`;

/** Removes what nobody can use any more: ended sessions, links, challenges and holds, counters of past limits, old answers, letters and messages. */
export const housekeepingTask: Task = {
  name: 'housekeeping',
  everyMs: 10 * 60_000,
  async run({ db, now }) {
    const removed = [
      await rows('session', 'token_hash', sql`expires_at <= ${now}`).execute(db),
      await rows('rate_limit', 'key', sql`expires_at <= ${now}`).execute(db),
      await rows('used_challenge', 'challenge', sql`expires_at <= ${now}`).execute(db),
      await rows('pending_registration', 'id', sql`expires_at <= ${now}`).execute(db),
      await rows('idempotency', 'id', expired(now)).execute(db),
      await rows('reserved_username', 'username_key', sql`expires_at <= ${now}`).execute(db),
      await rows('account_link', 'token_hash', sql`expires_at <= ${now}`).execute(db),
      await rows('password_reset_request', 'id', sql`created_at <= ${now}::timestamptz - interval '1 day'`).execute(db),
      await rows(
        'mail',
        'id',
        sql`next_try_at is null and created_at < ${now}::timestamptz - make_interval(days => ${KEEP_SENT_MAILS_DAYS})`,
      ).execute(db),
      await rows(
        'message',
        'id',
        sql`coalesce(answered_at, created_at) <= ${now}::timestamptz - make_interval(days => ${KEEP_MESSAGES_DAYS})`,
      ).execute(db),
      await rows(
        'newsletter_consent',
        'id',
        sql`confirmed_at is null and requested_at <= ${now}::timestamptz - make_interval(days => ${KEEP_REQUEST_DAYS})
         or ended_at <= ${now}::timestamptz - make_interval(days => ${KEEP_CONSENT_DAYS})`,
      ).execute(db),
      await sql`
        delete from newsletter_sending s using newsletter_issue i where i.id = s.issue_id and i.next_at is null
          and s.made_at < ${now}::timestamptz - make_interval(days => ${KEEP_SENT_MAILS_DAYS})`.execute(db),
    ];
    return removed.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0);
  },
};
