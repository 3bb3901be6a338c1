import { randomInt, randomUUID } from 'node:crypto';
import { passwordProblem, USERNAME_MAX, usernameProblem } from '@samtrot/shared/accounts/rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/money.ts';
import * as access from '../modules/access/service.ts';
import * as accounts from '../modules/accounts/service.ts';
import * as wallet from '../modules/wallet/service.ts';
import { audit } from '../platform/audit.ts';
import { hashPassword } from '../platform/crypto.ts';
import { discount, email, line, wholeNumber } from './arguments.ts';
import { type CliCtx, type Command, type Outcome, Refusal } from './command.ts';

/** More than any customer buys at once; a slip of the finger stops here. */
const MOST_CREDITS = 1_000_000;

export const operatorCreate: Command = {
  usage: 'operator create EMAIL',
  summary: 'Macht ein Betreiberkonto, oder das bestehende Konto zu einem.',
  prepare([address]) {
    const to = email(address!);
    return {
      async withDatabase({ transaction }) {
        const password = newPassword();
        const passwordHash = await hashPassword(password);
        return transaction(async (ctx): Promise<Outcome> => {
          const existing = await accounts.findAccountByEmail(ctx.db, to);
          if (existing) {
            // Anybody can register under a stranger's address, and then knows the password.
            if (!existing.email_confirmed_at) {
              throw new Refusal(
                `Das Konto ${to} hat seine Adresse noch nicht bestätigt. Erst danach kann es ein Betreiberkonto werden.`,
              );
            }
            await accounts.makeOperator(ctx.db, existing.id);
            await audit(ctx, 'operator_promoted', `account:${existing.id}`);
            return {
              text: `Das bestehende Konto ${to} ist jetzt ein Betreiberkonto. Sein Passwort bleibt.`,
              data: { user_id: existing.id, email: to, created: false },
            };
          }
          const id = await addAccount(ctx, to, passwordHash);
          await accounts.makeOperator(ctx.db, id);
          await audit(ctx, 'operator_created', `account:${id}`);
          return {
            text: `Das Betreiberkonto ${to} ist angelegt.\nPasswort: ${password}\nEs wird nur dieses eine Mal gezeigt.`,
            data: { user_id: id, email: to, created: true, password },
          };
        });
      },
    };
  },
};

export const discountSet: Command = {
  usage: 'discount set EMAIL PERCENT',
  summary: 'Setzt den persönlichen Rabatt auf Aufladungen, 0 bis 100, auf Zehntel genau (12.5).',
  prepare([address, percent]) {
    const to = email(address!);
    const value = discount('PERCENT', percent);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const id = await requireAccount(ctx, to);
          await accounts.setDiscount(ctx.db, id, value);
          await audit(ctx, 'discount_set', `account:${id}`, { percent: value });
          return {
            text: `${to} bezahlt Aufladungen jetzt mit ${value} % Rabatt.`,
            data: { user_id: id, percent: value },
          };
        }),
    };
  },
};

export const creditsGrant: Command = {
  usage: 'credits grant EMAIL N --reason TEXT',
  summary: 'Schreibt Credits als Korrektur gut; der Grund steht im Verlauf des Kontos.',
  options: { reason: { type: 'string' } },
  prepare([address, count], { reason }) {
    const to = email(address!);
    const amount = wholeNumber('N', count, 1, MOST_CREDITS);
    const description = line('--reason', reason, 200);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const id = await requireAccount(ctx, to);
          const cause = `correction:cli:${randomUUID()}`;
          const balance = await wallet.credit(ctx, 'correction', {
            userId: id,
            amount,
            cause,
            description,
          });
          await access.logEvent(ctx, id, 'credits_corrected', { credits: amount });
          await audit(ctx, 'credits_granted', `account:${id}`, { amount, cause });
          return {
            text: `${to} hat ${formatCredits(amount)} erhalten. Neues Guthaben: ${formatCredits(balance)}.`,
            data: { user_id: id, amount, balance },
          };
        }),
    };
  },
};

async function requireAccount(ctx: CliCtx, address: string): Promise<number> {
  const account = await accounts.findAccountByEmail(ctx.db, address);
  if (!account) throw new Refusal(`Es gibt kein Konto mit der Adresse ${address}.`);
  return account.id;
}

/** Named after the address; a taken or unusable name gets a number. */
async function addAccount(ctx: CliCtx, address: string, passwordHash: string): Promise<number> {
  const local = address
    .slice(0, address.indexOf('@'))
    .replace(/[^A-Za-z0-9_-]/g, ' ')
    .slice(0, USERNAME_MAX - 6)
    .trim();
  for (let attempt = 0; attempt < 20; attempt++) {
    const username =
      attempt === 0 && usernameProblem(local) === null
        ? local
        : `${local} ${randomInt(1000, 9999)}`.trim();
    const id = await accounts.addAccount(ctx, { username, email: address, passwordHash });
    if (typeof id === 'number') return id;
  }
  throw new Error('no free username was found');
}

/**
 * Twenty letters and digits in readable groups: over 100 bits, and every rule of the checklist met.
 */
function newPassword(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
  for (;;) {
    const group = () =>
      Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
    const password = [group(), group(), group(), group()].join('-');
    if (passwordProblem(password) === null) return password;
  }
}
