/** The rotation of the banners in one placement of a website. */
export interface Rotation<Id> {
  order: Id[];
  /** Index of the next turn. */
  next: number;
}

/** Returns a random integer from 0 up to but not including `below`. */
type Draw = (below: number) => number;

const randomBelow: Draw = (below) => Math.floor(Math.random() * below);

/**
 * Returns the rotation for these ids: remaining ones keep their turn, so that all are chosen
 * equally often; new ones are inserted at a random position.
 */
export function updateRotation<Id>(
  rotation: Rotation<Id> | undefined,
  ids: readonly Id[],
  draw: Draw = randomBelow,
): Rotation<Id> {
  const added = new Set(ids);
  const { order, next } = rotation ?? { order: [], next: 0 };
  const remaining = [...order.slice(next), ...order.slice(0, next)].filter((id) =>
    added.delete(id),
  );
  for (const id of added) remaining.splice(draw(remaining.length + 1), 0, id);
  return { order: remaining, next: 0 };
}

/** Advances the rotation; returns up to `count` distinct ids that `may` be shown. */
export function takeTurns<Id>(
  rotation: Rotation<Id>,
  count: number,
  may: (id: Id) => boolean,
): Id[] {
  const taken: Id[] = [];
  for (let left = rotation.order.length; left > 0 && taken.length < count; left--) {
    const id = rotation.order[rotation.next]!;
    rotation.next = (rotation.next + 1) % rotation.order.length;
    if (may(id)) taken.push(id);
  }
  return taken;
}
