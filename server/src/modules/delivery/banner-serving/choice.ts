/** Who stands in a place of a website, in the order of their turns. */
export interface Round<Id> {
  order: Id[];
  /** Whose turn is next. */
  next: number;
}

/** A number from 0 up to but not including `below`. */
type Draw = (below: number) => number;

const drawn: Draw = (below) => Math.floor(Math.random() * below);

/**
 * The round as it goes on with these: whoever stays keeps the turn, so that all who stay are chosen equally often, and whoever is new
 * joins at a place that is drawn.
 */
export function renewed<Id>(round: Round<Id> | undefined, ids: readonly Id[], draw: Draw = drawn): Round<Id> {
  const coming = new Set(ids);
  const { order, next } = round ?? { order: [], next: 0 };
  const staying = [...order.slice(next), ...order.slice(0, next)].filter((id) => coming.delete(id));
  for (const id of coming) staying.splice(draw(staying.length + 1), 0, id);
  return { order: staying, next: 0 };
}

/** Whose turn it is, up to `count` different ones, passing over those that `may` not be shown. */
export function take<Id>(round: Round<Id>, count: number, may: (id: Id) => boolean): Id[] {
  const taken: Id[] = [];
  for (let left = round.order.length; left > 0 && taken.length < count; left--) {
    const id = round.order[round.next]!;
    round.next = (round.next + 1) % round.order.length;
    if (may(id)) taken.push(id);
  }
  return taken;
}
