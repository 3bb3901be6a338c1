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
