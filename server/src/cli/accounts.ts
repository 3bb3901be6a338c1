import { randomUUID } from 'node:crypto';
import { discountAt } from '@samtrot/shared/accounts/discount-rules.ts';
import { REASON_MAX } from '@samtrot/shared/customers/card-rules.ts';
import {
  CORRECTION_KIND_IDS,
  CORRECTION_REASON_MAX,
  MOST_CREDITS,
} from '@samtrot/shared/customers/help-rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { PENDING_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import * as accounts from '../modules/accounts/service.ts';
import * as customers from '../modules/customers/service.ts';
import { AwaitsApproval } from '../platform/action.ts';
import { audit } from '../platform/audit.ts';
import { discount, email, endOfDay, line, wholeNumber } from './arguments.ts';
import { type CliCtx, type Command, Refusal, UsageError } from './command.ts';

export const discountSet: Command = {
  usage: 'discount set EMAIL PERCENT [--until DATE] [--reason TEXT]',
  right: 'discount.set',
  summary:
    'Setzt den persönlichen Rabatt auf Aufladungen, 0 bis 100, auf Zehntel genau (12.5). Mit --as braucht er Ende und Grund, über 20 eine zweite Person.',
  options: { until: { type: 'string' }, reason: { type: 'string' } },
  prepare([address, percent], { until, reason }) {
    const to = email(address!);
    const value = discount('PERCENT', percent);
    const day = typeof until === 'string' ? until : null;
    const endsAt = day === null ? null : endOfDay('--until', day);
    return {
      withDatabase: ({ config, transaction }) =>
        transaction(async (ctx) => {
          const id = await requireAccount(ctx, to);
          const { actor } = ctx;
          if (actor.kind === 'staff') {
            if (value > 0 && day === null) throw new UsageError('--until fehlt.');
            const account = await accounts.getAccount(ctx.db, id);
            const said = await customers.setDiscount(
              { ...ctx, actor },
              { solo: config.fourEyes === 'solo' },
              {
                account_id: id,
                percent: value,
                until: day,
                seen_percent: discountAt(account, ctx.now),
                reason: line('--reason', reason, REASON_MAX),
              },
            );
            return said instanceof AwaitsApproval
              ? { text: PENDING_TEXT, data: { user_id: id, approval_id: said.approvalId } }
              : { text: said, data: { user_id: id, percent: value } };
          }
          await accounts.setDiscount(ctx, id, { percent: value, endsAt });
          await audit(ctx, 'discount_set', `account:${id}`, { percent: value });
          return {
            text: `${to} bezahlt Aufladungen jetzt mit ${value} % Rabatt.`,
            data: { user_id: id, percent: value },
          };
        }),
    };
  },
};

/** `sign` is 1 to give and -1 to take. */
const correcting = (
  sign: 1 | -1,
  said: (credits: string) => string,
): Pick<Command, 'right' | 'options' | 'prepare'> => ({
  right: 'money.correct',
  options: { reason: { type: 'string' }, kind: { type: 'string' } },
  prepare([address, count], { reason, kind = 'other' }) {
    const to = email(address!);
    const amount = sign * wholeNumber('N', count, 1, MOST_CREDITS);
    const correction = CORRECTION_KIND_IDS.find((known) => known === kind);
    if (!correction)
      throw new UsageError(`--kind muss eines von ${CORRECTION_KIND_IDS.join(', ')} sein.`);
    const description = line('--reason', reason, CORRECTION_REASON_MAX);
    return {
      withDatabase: ({ config, transaction }) =>
        transaction(async (ctx) => {
          const id = await requireAccount(ctx, to);
          const deps = { ...config, solo: config.fourEyes === 'solo' };
          const given = {
            account_id: id,
            credits: amount,
            kind: correction,
            reason: description,
            send_key: randomUUID(),
          };
          const balance = await customers.correctCredits(ctx, deps, given);
          if (balance instanceof AwaitsApproval)
            return { text: PENDING_TEXT, data: { user_id: id, approval_id: balance.approvalId } };
          return {
            text: `${to} ${said(formatCredits(Math.abs(amount)))}. Neues Guthaben: ${formatCredits(balance)}.`,
            data: { user_id: id, amount, balance },
          };
        }),
    };
  },
});

export const creditsGrant: Command = {
  usage: 'credits grant EMAIL N --reason TEXT [--kind KIND]',
  summary: 'Schreibt Credits als Korrektur gut; der Grund steht im Verlauf des Kontos.',
  ...correcting(1, (credits) => `hat ${credits} erhalten`),
};

export const creditsDeduct: Command = {
  usage: 'credits deduct EMAIL N --reason TEXT [--kind KIND]',
  summary: 'Zieht Credits als Korrektur ab, höchstens das Guthaben.',
  ...correcting(-1, (credits) => `hat ${credits} weniger`),
};

async function requireAccount(ctx: CliCtx, address: string): Promise<number> {
  const account = await accounts.findAccountByEmail(ctx.db, address);
  if (!account) throw new Refusal(`Es gibt kein Konto mit der Adresse ${address}.`);
  return account.id;
}
