/** Between what lies upon a page and what it stands above, and at the window's foot, in pixels. */
const GAP = 12;
export const EDGE = 24;

export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Of those that are drawn. */
export const boxesOf = (elements: Iterable<Element | Range>): Box[] =>
  [...elements].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);

/** The lowest free bottom edge for a box of this size; undefined when there is none. */
export function lowestFree(
  { height, left, right }: { height: number; left: number; right: number },
  taken: Box[],
): number | undefined {
  let bottom = innerHeight - EDGE;
  const beside = taken.filter((box) => box.left < right && box.right > left);
  for (const box of beside.toSorted((a, b) => b.bottom - a.bottom))
    if (box.bottom > bottom - height - GAP && box.top < bottom + GAP) bottom = box.top - GAP;
  return bottom - height >= GAP ? bottom : undefined;
}
