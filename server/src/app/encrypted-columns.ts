import { newSecretColumn, secretColumn } from '../modules/access/service.ts';
import { mailColumns } from '../modules/mail/service.ts';
import { messageColumns } from '../modules/support/service.ts';
import type { EncryptedColumn } from '../platform/encryption.ts';

/** Every column of the domain `ciphertext`: a rotation of the data key rewrites them (ACC-50). */
export const encryptedColumns: readonly EncryptedColumn[] = [
  secretColumn,
  newSecretColumn,
  ...mailColumns,
  ...messageColumns,
];
