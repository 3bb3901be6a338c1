import type { Switch } from '@samtrot/shared/accounts/preferences.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

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

/** Returns all that is off now, in the order in which it was switched off. */
export async function setPreference(
  db: Sql,
  accountId: number,
  { name, on }: { name: Switch; on: boolean },
): Promise<Switch[]> {
  const others = sql`array_remove(switched_off, ${name})`;
  const { rows } = await sql<{ switched_off: Switch[] }>`
    update account set switched_off = ${on ? others : sql`${others} || array[${name}]`}
     where id = ${accountId} returning switched_off`.execute(db);
  return rows[0]!.switched_off;
}
