import { restsSince } from '@samtrot/shared/access/session-rules.ts';
import { CONSENT_KEPT_YEARS, KEPT_DAYS } from '@samtrot/shared/legal/retention-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { expired } from './idempotency.ts';
import type { Task } from './worker.ts';

const BATCH = 1000;
const KEEP_CONSENT_DAYS = CONSENT_KEPT_YEARS * 365;

const purge = (table: string, key: string, due: RawBuilder<unknown>) => sql`
  delete from ${sql.table(table)} where ${sql.ref(key)} in (
    select ${sql.ref(key)} from ${sql.table(table)}
     where ${due} limit ${BATCH} for update skip locked)`;

/** Purges counts of rate limits whose window is over. */
export const limitTask: Task = {
  name: 'limits/purge',
  everyMs: 60_000,
  async run({ db, now }) {
    const { numAffectedRows } = await purge('rate_limit', 'key', sql`expires_at <= ${now}`).execute(
      db,
    );
    return Number(numAffectedRows ?? 0);
  },
};

/**
 * Purges expired rows: sessions, links, challenges, reservations, stored responses, mails.
 */
export const housekeepingTask: Task = {
  name: 'housekeeping',
  everyMs: 10 * 60_000,
  async run({ db, now }) {
    const results = [
      await purge(
        'session',
        'token_hash',
        sql`expires_at <= ${now} or last_seen_at <= case when remember
          then ${restsSince(now, true)}::timestamptz else ${restsSince(now, false)} end`,
      ).execute(db),
      await purge('ended_session', 'token_hash', sql`expires_at <= ${now}`).execute(db),
      await purge('login_notice', 'token_hash', sql`expires_at <= ${now}`).execute(db),
      // Nobody may update the log, and with that nobody may lock its rows.
      await sql`delete from account_event where at <= ${now}::timestamptz - make_interval(days => ${KEPT_DAYS.accountEvent})`.execute(
        db,
      ),
      await sql`delete from data_access_log where at <= ${now}::timestamptz - make_interval(days => ${KEPT_DAYS.accountEvent})`.execute(
        db,
      ),
      await purge(
        'data_access_delay',
        'account_id',
        sql`until <= ${now}::timestamptz - make_interval(days => ${KEPT_DAYS.accountEvent})`,
      ).execute(db),
      await purge('known_browser', 'token_hash', sql`expires_at <= ${now}`).execute(db),
      await purge('pending_login', 'token_hash', sql`expires_at <= ${now}`).execute(db),
      await purge('used_challenge', 'challenge', sql`expires_at <= ${now}`).execute(db),
      await purge('pending_registration', 'id', sql`expires_at <= ${now}`).execute(db),
      await purge('idempotency', 'id', expired(now)).execute(db),
      await purge('reserved_username', 'username_key', sql`expires_at <= ${now}`).execute(db),
      await purge('account_link', 'token_hash', sql`expires_at <= ${now}`).execute(db),
      await purge('login_mail', 'request_hash', sql`expires_at <= ${now}`).execute(db),
      await purge(
        'password_reset_request',
        'id',
        sql`created_at <= ${now}::timestamptz - interval '1 day'`,
      ).execute(db),
      await purge(
        'mail',
        'id',
        sql`next_try_at is null and created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS.mail})`,
      ).execute(db),
      await purge(
        'newsletter_consent',
        'id',
        sql`confirmed_at is null and requested_at <= ${now}::timestamptz - make_interval(days => ${KEPT_DAYS.unconfirmedConsent})
         or ended_at <= ${now}::timestamptz - make_interval(days => ${KEEP_CONSENT_DAYS})`,
      ).execute(db),
      await sql`
        delete from newsletter_sending s using newsletter_issue i
         where i.id = s.issue_id and i.next_at is null
          and s.made_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS.mail})`.execute(
        db,
      ),
    ];
    return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0);
  },
};
