import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { tellEndingDiscount } from './discounts/discount.ts';
import { processPasswordResetRequest } from './recovery/password-reset.ts';
import { processPendingRegistration } from './registration/registration.ts';

/** Mails the links of password reset requests, one request in each transaction. */
export const passwordResetTask = (settings: { publicUrl: string }): Task => ({
  name: 'accounts/password-reset-requests',
  run: dueTask([
    {
      what: 'password reset request',
      run: (ctx) => processPasswordResetRequest(ctx, settings),
    },
  ]),
});

/** Mails the links of discreet registrations, one registration in each transaction. */
export const pendingRegistrationTask = (settings: { publicUrl: string }): Task => ({
  name: 'accounts/pending-registrations',
  run: dueTask([
    { what: 'pending registration', run: (ctx) => processPendingRegistration(ctx, settings) },
  ]),
});

/** Tells customers that their discount ends, one in each transaction. */
export const discountTask = (settings: { publicUrl: string }): Task => ({
  name: 'accounts/ending-discounts',
  run: dueTask([
    {
      what: 'the message of the ending discount of account',
      run: (ctx) => tellEndingDiscount(ctx, settings),
    },
  ]),
});
