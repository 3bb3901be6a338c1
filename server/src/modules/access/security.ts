import { ACCOUNT_EVENTS, type AccountEventKind } from '@samtrot/shared/access/events.ts';
import {
  LOOKS,
  type LookedAt,
  type LookKind,
  lookedAtLabel,
  lookerLabel,
} from '@samtrot/shared/access/looks.ts';
import type * as contract from '@samtrot/shared/access/security-contract.ts';
import {
  LOG_PAGE_SIZE,
  type LogFilter,
  NOTICE_SHOWN_MS,
} from '@samtrot/shared/access/security-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import * as notices from './login/login-notice-store.ts';
import * as passkeys from './passkeys/passkey-store.ts';
import * as factors from './second-factor/factor-store.ts';
import * as log from './sessions/account-log-store.ts';

type User = Actors['user'];

const KINDS = Object.keys(ACCOUNT_EVENTS) as AccountEventKind[];
const LOGINS: readonly AccountEventKind[] = ['login', 'login_failed', 'logout_everywhere'];
const isHouse = (kind: AccountEventKind) => 'house' in ACCOUNT_EVENTS[kind];

const SHOWN: Record<LogFilter, (kind: AccountEventKind) => boolean> = {
  all: () => true,
  logins: (kind) => LOGINS.includes(kind),
  changes: (kind) => !LOGINS.includes(kind) && !isHouse(kind),
  house: isHouse,
};

/** A page of the account's log, for its owner (ACC-14). */
export async function readLog(
  { db, now, actor }: Ctx<User>,
  { filter, page }: Input<typeof contract.getAccountLog>,
): Promise<Output<typeof contract.getAccountLog>> {
  const kinds = KINDS.filter(SHOWN[filter]);
  const offset = (page - 1) * LOG_PAGE_SIZE;
  const query = { accountId: actor.userId, kinds, now, limit: LOG_PAGE_SIZE, offset };
  const total = await log.countEntries(db, query);
  const entries = (await log.findEntries(db, query)).map(({ at, kind, details }) => ({
    at: at.toISOString(),
    kind,
    house: isHouse(kind),
    ...(kind === 'house_look'
      ? lookText(details as unknown as LookDetails)
      : { label: ACCOUNT_EVENTS[kind].label, details }),
  }));
  return { entries, total, pages: Math.max(1, Math.ceil(total / LOG_PAGE_SIZE)) };
}

interface LookDetails {
  look: LookKind;
  thing: LookedAt;
  number: string;
  role: Role | '';
  sign: string;
  reason: string;
}

/** `Nachrichten gelesen`, with who it was and what was looked at. */
const lookText = ({ look, thing, number, role, sign, reason }: LookDetails) => ({
  label: LOOKS[look],
  details: {
    by: lookerLabel(role || null, sign),
    thing: lookedAtLabel(thing, number),
    reason,
  },
});

/** What the page Sicherheit judges by (EXP-79), and the logins that Home shows (EXP-89). */
export async function readSecurity({
  db,
  now,
  actor: { userId, sessionHash },
}: Ctx<User>): Promise<Output<typeof contract.getSecurity>> {
  const account = await notices.mailSettingsOf(db, userId);
  const shown = new Date(now.getTime() - NOTICE_SHOWN_MS);
  const changedAt = await log.lastOf(db, userId, 'password_changed');
  return {
    email_confirmed: account.email_confirmed_at !== null,
    password_changed_at: changedAt?.toISOString() ?? null,
    passkeys: (await passkeys.list(db, userId)).length,
    factor: (await factors.findFactor(db, userId)) !== undefined,
    recovery_codes_left: await factors.recoveryCodes.unused(db, userId),
    login_mail: account.login_mail,
    login_mail_required: await notices.hasOpenChange(db, userId, now),
    new_logins: (
      await notices.noticesSince(db, { accountId: userId, sessionHash, since: shown })
    ).map(({ device, at }) => ({
      device,
      at: at.toISOString(),
    })),
  };
}
