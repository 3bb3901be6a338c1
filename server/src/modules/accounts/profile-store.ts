import type { Sql } from '../../platform/db.ts';

export async function setNickname(db: Sql, accountId: number, nickname: string): Promise<void> {
  await db.updateTable('account').set({ nickname }).where('id', '=', accountId).execute();
}

interface Switches {
  expiryAlert: boolean;
  disableMessages: boolean;
}

export async function setNotifications(
  db: Sql,
  accountId: number,
  { expiryAlert, disableMessages }: Switches,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ expiry_alert: expiryAlert, disable_messages: disableMessages })
    .where('id', '=', accountId)
    .execute();
}

/** Takes out everything that names somebody; the row stays for the books, and its number with it. */
export async function anonymise(db: Sql, accountId: number, now: Date): Promise<void> {
  // With a character that no form takes: nobody can register these before or log in with them.
  const name = `*geloescht-${accountId}`;
  await db
    .updateTable('account')
    .set({
      username: name,
      username_key: name,
      email: `${name}@geloescht.invalid`,
      // No hash: no password fits it.
      password_hash: '',
      nickname: name,
      role: 'advertiser',
      discount_percent: 0,
      expiry_alert: false,
      disable_messages: true,
      newsletter: false,
      email_confirmed_at: null,
      closed_at: now,
    })
    .where('id', '=', accountId)
    .execute();
}
