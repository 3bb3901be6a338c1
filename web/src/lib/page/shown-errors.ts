import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';

interface Change {
  /** Fields that were typed in. */
  touched: readonly string[];
  before: FieldErrors;
  after: FieldErrors;
  /** Whether the rules are loaded; until then most errors are unknown. */
  checked: boolean;
}

/**
 * The left fields whose error stays visible after a change. A field being typed in that had no
 * error waits for the next leaving; a field left before the rules were loaded stays marked until
 * they are.
 */
export function stillShown(
  shown: Iterable<string>,
  { touched, before, after, checked }: Change,
): Set<string> {
  const stays = (field: string) =>
    touched.includes(field)
      ? before[field] !== undefined && after[field] !== undefined
      : after[field] !== undefined || !checked;
  return new Set([...shown].filter(stays));
}
