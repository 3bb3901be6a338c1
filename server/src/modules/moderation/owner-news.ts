import { PAGE_OF } from '@samtrot/shared/device-messages/rules.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import type { Sql } from '../../platform/db.ts';
import * as devices from '../device-messages/service.ts';
import { enqueueMail, type MailTemplate, withdrawMail } from '../mail/service.ts';

interface Ctx {
  db: Sql;
  /** When it leaves. */
  now: Date;
}

interface Owned {
  thing: HeldThing;
  account_id: number;
}

/** Mails the owner what was decided about a thing, and tells her devices that something was. */
export async function tellOwner(ctx: Ctx, mail: MailTemplate, owned: Owned): Promise<void> {
  await enqueueMail(ctx, mail, owned.account_id);
  await announceDecision(ctx, mail.cause, owned);
}

/** Tells the owner's devices alone: what is published as she wrote it needs no mail (EXP-115). */
export async function announceDecision(
  ctx: Ctx,
  cause: string,
  { thing, account_id: accountId }: Owned,
): Promise<void> {
  // A held account has no device left.
  if (thing === 'account') return;
  await devices.announce(ctx, { accountId, cause, kind: 'review', page: PAGE_OF[thing] });
}

/** Withdraws what has not left yet. */
export async function withdrawNews(
  ctx: Pick<Ctx, 'db'>,
  cause: string,
  accountId: number,
): Promise<void> {
  await withdrawMail(ctx, cause);
  await devices.withdraw(ctx, { accountId, cause });
}
