import { type Box, boxesOf, lowestFree } from '../ui/free-place.ts';

const SEEN = 'a, button, input, label, svg, img';
/** Beside the edges of the window, in pixels. */
const EDGE = 16;

/** Everything of the page that can be read or used. */
function content(page: Element): Box[] {
  const texts: Range[] = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.nodeValue?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push(range);
  }
  return boxesOf([...texts, ...page.querySelectorAll(SEEN)]);
}

/**
 * Where a box above the tab bar covers nothing of the page, as low as can be, from the top of the
 * document; null where it would cover something everywhere (EXP-39).
 */
export function placeFor(box: HTMLElement): { left: number; top: number } | null {
  const page = document.getElementById('inhalt');
  if (!page) return null;
  const bars = document.querySelectorAll('[data-slot=tab-bar], [data-slot=mobile-header]');
  const taken = [...content(page), ...boxesOf(bars)];
  const { offsetWidth: width, offsetHeight: height } = box;
  const room = innerWidth - width;
  const places = [room / 2, room - EDGE, EDGE].flatMap((left) => {
    const bottom = lowestFree({ left, right: left + width, height }, taken);
    return bottom === undefined ? [] : [{ left, top: bottom - height + scrollY }];
  });
  return places.toSorted((a, b) => b.top - a.top)[0] ?? null;
}
