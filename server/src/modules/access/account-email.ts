import { type Ciphertext, encryptedColumn } from '../../platform/encryption.ts';

/** The address of an account, found by its keyed hash alone. */
export const accountEmail = encryptedColumn({
  table: 'account',
  column: 'email',
  row: ['id'],
  hash: 'email_hash',
});

/** The row of an account with its address in clear. */
export function withEmail<Row extends { id: number; email: Ciphertext }>(row: Row) {
  return { ...row, email: accountEmail.decrypt(row.email, row.id) };
}
