interface Left {
  id: number;
  search: object;
}

let left: Left | null = null;
let returning: number | undefined;

/** Before the editor of an item opens: what the list shows. */
export const leaveList = (id: number, search: object): void => {
  left = { id, search };
};

/** For the way back from its editor: the list as it was left for it, or the plain list. */
export function returnToList(id: number): object {
  returning = id;
  return left?.id === id ? left.search : {};
}

/** The item whose editor leads to the list now. */
export function takeReturning(): number | undefined {
  const id = returning;
  returning = undefined;
  return id;
}
