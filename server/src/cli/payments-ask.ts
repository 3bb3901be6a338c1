import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { PAYMENT_STATUS_LABELS } from '@samtrot/shared/money-desk/payment-search.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import { payments } from '../app/payments.ts';
import * as topups from '../modules/topups/service.ts';
import { auditChange } from '../platform/audit.ts';
import type { Command } from './command.ts';
import { paymentNumber } from './payments.ts';

/** The worker polls payments older than an hour only hourly; this asks the provider immediately. */
export const paymentsAsk: Command = {
  usage: 'payments ask PAYMENT',
  right: 'money.import',
  summary:
    'Fragt den Anbieter jetzt nach einer Zahlung und bucht, was er sagt; sonst geschieht das von selbst, nach einer Stunde noch stündlich.',
  prepare([payment]) {
    const named = paymentNumber(payment);
    return {
      async withDatabase({ config, db, clock, transaction }) {
        const read = () =>
          transaction(async (ctx) => {
            const id = await topups.paymentNamed(ctx.db, named);
            const found = await topups.readPayment(ctx.db, id);
            if (!found) throw new AppError('NOT_FOUND');
            return found;
          });
        const { provider, ref } = await read();
        const { providers } = payments({ config, db, clock, fetch });
        // Without a reference it was never opened there.
        if (ref !== null)
          await topups.askProvider({ db, now: clock.now(), providers }, { provider, ref });
        const { number, status } = await read();
        // The booking names the provider as its actor; the log also names who asked.
        await transaction((ctx) =>
          auditChange(ctx, 'payment_asked', {
            right: 'money.import',
            object: `payment:${number}`,
            after: { status: PAYMENT_STATUS_LABELS[status] },
          }),
        );
        return {
          text: `${paymentName(number)}: ${PAYMENT_STATUS_LABELS[status]}.`,
          data: { payment: number, status },
        };
      },
    };
  },
};
