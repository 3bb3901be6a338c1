import {
  accountEmail,
  linkEmail,
  newSecretColumn,
  secretColumn,
} from '../modules/access/service.ts';
import { pendingColumns } from '../modules/accounts/service.ts';
import { noteColumn } from '../modules/customer-notes/service.ts';
import { mailColumns } from '../modules/mail/service.ts';
import { reportColumns } from '../modules/reports/service.ts';
import { newStaffSecret, staffEmail, staffSecret } from '../modules/staff/service.ts';
import { threadColumns } from '../modules/support/service.ts';
import type { EncryptedColumn } from '../platform/encryption.ts';

/** Every column that takes ciphertexts only: a rotation of the data key rewrites them (ACC-50). */
export const encryptedColumns: readonly EncryptedColumn[] = [
  accountEmail,
  linkEmail,
  secretColumn,
  newSecretColumn,
  ...pendingColumns,
  ...mailColumns,
  ...threadColumns,
  ...reportColumns,
  noteColumn,
  staffEmail,
  staffSecret,
  newStaffSecret,
];
