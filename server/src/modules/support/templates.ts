import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type * as contract from '@samtrot/shared/support/template-contract.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';

type Content = Pick<Input<typeof contract.addTemplate>, 'name' | 'subject' | 'text'>;

/** All texts for answers, by name (BOF-86). */
export const all = async ({ db }: StaffCtx): Promise<Output<typeof contract.templates>> => ({
  items: await db.selectFrom('template').selectAll().orderBy('name').execute(),
});

const change = (ctx: StaffCtx, id: number, states: { before?: Content; after?: Content }) =>
  auditChange(ctx, 'template_changed', {
    right: 'template.edit',
    object: `template:${id}`,
    ...(states.before && { before: contentOf(states.before) }),
    ...(states.after && { after: contentOf(states.after) }),
  });
const contentOf = ({ name, subject, text }: Content) => ({ name, subject, text });

/** @throws INVALID_INPUT if another one has the name */
async function assertFree({ db }: StaffCtx, name: string, id = 0): Promise<void> {
  const other = await db
    .selectFrom('template')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other)
    throw new AppError('INVALID_INPUT', { fields: { name: 'Diesen Namen gibt es schon.' } });
}

export async function add(ctx: StaffCtx, content: Content): Promise<void> {
  await assertFree(ctx, content.name);
  const { id } = await ctx.db
    .insertInto('template')
    .values(contentOf(content))
    .returning('id')
    .executeTakeFirstOrThrow();
  await change(ctx, id, { after: content });
}

async function lock({ db }: StaffCtx, id: number) {
  const row = await db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** @throws NOT_FOUND, STAFF_VERSION_CONFLICT, INVALID_INPUT if another one has the name */
export async function edit(
  ctx: StaffCtx,
  { template_id, seen_version, ...content }: Input<typeof contract.changeTemplate>,
): Promise<void> {
  const before = await lock(ctx, template_id);
  if (before.version !== seen_version) throw new AppError('STAFF_VERSION_CONFLICT');
  await assertFree(ctx, content.name, before.id);
  await ctx.db
    .updateTable('template')
    .set({ ...contentOf(content), version: before.version + 1 })
    .where('id', '=', before.id)
    .execute();
  await change(ctx, before.id, { before, after: content });
}

/** @throws NOT_FOUND */
export async function remove(ctx: StaffCtx, id: number): Promise<void> {
  const before = await lock(ctx, id);
  await ctx.db.deleteFrom('template').where('id', '=', id).execute();
  await change(ctx, id, { before });
}
