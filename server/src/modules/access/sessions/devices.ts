import type * as contract from '@samtrot/shared/access/security-contract.ts';
import { restsSince } from '@samtrot/shared/access/session-rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import { logEvent } from './account-log.ts';
import { rememberBrowser } from './known-browsers.ts';
import * as store from './session-store.ts';
import { endAccess, renewSession } from './sessions.ts';

type User = Actors['user'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The sessions of the account (ACC-03). */
export async function listDevices({
  db,
  now,
  actor,
}: Ctx<User>): Promise<Output<typeof contract.getDevices>['devices']> {
  const [plain, remembered] = [restsSince(now, false), restsSince(now, true)];
  const rows = await store.listSessions(db, actor.userId, { now, plain, remembered });
  return rows.map((row) => ({
    id: row.id,
    device: row.device || 'Unbekanntes Gerät',
    remembered: row.remember,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.token_hash.equals(actor.sessionHash),
  }));
}

/** Ends one session of the account; its next request on any server is refused. @throws NOT_FOUND */
export async function endDevice({ db, actor }: Ctx<User>, id: string): Promise<void> {
  if (!UUID.test(id) || !(await store.deleteOneSession(db, actor.userId, id)))
    throw new AppError('NOT_FOUND');
}

/** "Alle anderen abmelden": only this session and this browser are left (ACC-03, ACC-05). */
export async function endOtherDevices(ctx: Ctx<User>): Promise<number> {
  const { actor } = ctx;
  await renewSession(ctx, { proven: false });
  const end = { exceptHash: actor.sessionHash, reason: 'device' } as const;
  const ended = await endAccess(ctx, actor.userId, end);
  await rememberBrowser(ctx, actor.userId);
  await logEvent(ctx, actor.userId, 'logout_everywhere', { sessions: ended });
  return ended;
}
