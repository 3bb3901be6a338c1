import {
  accountEmail,
  linkEmail,
  newSecretColumn,
  secretColumn,
} from '../modules/access/service.ts';
import { pendingColumns } from '../modules/accounts/service.ts';
import { encryptedColumns as bannerColumns } from '../modules/banners/service.ts';
import { encryptedColumns as clubColumns } from '../modules/clubs/service.ts';
import { noteColumn } from '../modules/customer-notes/service.ts';
import { deviceColumns } from '../modules/device-messages/service.ts';
import { encryptedColumns as adColumns } from '../modules/inserate/service.ts';
import { mailColumns } from '../modules/mail/service.ts';
import { replacedColumn, reviewContent } from '../modules/moderation/service.ts';
import { encryptedColumns as partnerColumns } from '../modules/partner-people/service.ts';
import { reportColumns } from '../modules/reports/service.ts';
import { newStaffSecret, staffEmail, staffSecret } from '../modules/staff/service.ts';
import { threadColumns } from '../modules/support/service.ts';
import type { EncryptedColumn } from '../platform/encryption.ts';
import { answerColumn } from '../platform/idempotency.ts';

/** Every column that takes ciphertexts only: a rotation of the data key rewrites them (ACC-50). */
export const encryptedColumns: readonly EncryptedColumn[] = [
  accountEmail,
  linkEmail,
  secretColumn,
  newSecretColumn,
  ...deviceColumns,
  ...pendingColumns,
  ...mailColumns,
  ...threadColumns,
  ...reportColumns,
  noteColumn,
  ...adColumns,
  ...bannerColumns,
  ...clubColumns,
  reviewContent,
  replacedColumn,
  answerColumn,
  staffEmail,
  staffSecret,
  newStaffSecret,
  ...partnerColumns,
];
