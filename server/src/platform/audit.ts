import type { Ctx } from './action.ts';

/** Writes the audit entry in the caller's transaction, without personal data. */
export async function audit(
  ctx: Pick<Ctx, 'db' | 'now'> & { actor: Ctx['actor'] | { kind: 'system' | 'cli' } },
  action: string,
  object: string,
  details: Record<string, string | number | boolean> = {},
): Promise<void> {
  const actor = 'userId' in ctx.actor ? `${ctx.actor.kind}:${ctx.actor.userId}` : ctx.actor.kind;
  await ctx.db
    .insertInto('audit')
    .values({ at: ctx.now, actor, action, object, details: JSON.stringify(details) })
    .execute();
}
