import type { Task } from '../../platform/worker.ts';
import { tellEndingDiscount } from './discounts/discount.ts';
import { processPasswordResetRequest } from './recovery/password-reset.ts';
import { processPendingRegistration } from './registration/registration.ts';

/** Mails the links of password reset requests, one request in each transaction. */
export const passwordResetTask = (settings: { publicUrl: string }): Task => ({
  name: 'accounts/password-reset-requests',
  run: ({ db, now }) =>
    db.transaction().execute((sql) => processPasswordResetRequest({ db: sql, now }, settings)),
});

/** Mails the links of discreet registrations, one registration in each transaction. */
export const pendingRegistrationTask = (settings: { publicUrl: string }): Task => ({
  name: 'accounts/pending-registrations',
  run: ({ db, now }) =>
    db.transaction().execute((sql) => processPendingRegistration({ db: sql, now }, settings)),
});

/** Tells customers that their discount ends, one in each transaction. */
export const discountTask = (settings: { publicUrl: string }): Task => ({
  name: 'accounts/ending-discounts',
  run: ({ db, now }) =>
    db.transaction().execute((sql) => tellEndingDiscount({ db: sql, now }, settings)),
});
