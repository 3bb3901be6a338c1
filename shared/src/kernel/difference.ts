import { diffArrays } from 'diff';

export type DifferenceKind = 'same' | 'added' | 'removed';

/** Neighbours of one kind, in the order of both lists; what was removed before what was added. */
export interface Run {
  kind: DifferenceKind;
  parts: string[];
}

/**
 * What was removed and added between two lists of words or lines, keeping as many as possible.
 * Lists with more than `most` parts are not compared: everything is removed and added.
 */
export function differenceBetween(
  before: readonly string[],
  after: readonly string[],
  most: number,
): Run[] {
  if (Math.max(before.length, after.length) > most)
    return [
      { kind: 'removed', parts: [...before] },
      { kind: 'added', parts: [...after] },
    ];
  return diffArrays([...before], [...after]).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    parts: value,
  }));
}
