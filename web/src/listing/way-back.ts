interface Left {
  id: number;
  search: object;
}

let left: Left | null = null;
let returning: number | undefined;

/** Before a page of one of its items opens: what the list shows. */
export const leaveList = (id: number, search: object): void => {
  left = { id, search };
};

/** The list as it was left for this item, or the plain list. */
export const listLeftFor = (id: number): object => (left?.id === id ? left.search : {});

/** The same for the way back, which ends at the item. */
export function returnToList(id: number): object {
  returning = id;
  return listLeftFor(id);
}

/** The item whose page leads to the list now. */
export function takeReturning(): number | undefined {
  const id = returning;
  returning = undefined;
  return id;
}
