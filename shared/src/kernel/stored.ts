import type * as z from 'zod/mini';

/**
 * What this or an older version has stored, member by member: one that is missing or of another
 * type is as in `otherwise`, and one that the form does not have falls away. Null where nothing is
 * stored.
 */
export function readStored<Form extends z.ZodMiniObject>(
  form: Form,
  stored: unknown,
  otherwise: z.output<Form>,
): z.output<Form> | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const members = Object.entries(form.shape).map(([name, member]) => {
    const read = Object.hasOwn(stored, name)
      ? (member as z.ZodMiniType).safeParse(stored[name as never])
      : undefined;
    return [name, read?.success ? read.data : otherwise[name as never]];
  });
  return Object.fromEntries(members) as z.output<Form>;
}
