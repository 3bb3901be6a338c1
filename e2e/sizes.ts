import type { Page } from '@playwright/test';

/** Targets under 44 x 44 px and text under 12 px, each as a line (EXP-06). */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST_TARGET = 44;
    const LEAST_TEXT = 12;
    const named = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${element.tagName} ${element.className} «${name.trim().slice(0, 40)}»`;
    };
    const seen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true], .sr') &&
      element.getClientRects().length > 0;
    /** With what its pseudo-elements add around it. */
    const sizeOf = (element: Element) => {
      const size = element.getBoundingClientRect();
      const sizes = ['::before', '::after']
        .map((pseudo) => getComputedStyle(element, pseudo))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute');
      return {
        width: Math.max(size.width, ...sizes.map(({ width }) => Number.parseFloat(width) || 0)),
        height: Math.max(size.height, ...sizes.map(({ height }) => Number.parseFloat(height) || 0)),
      };
    };
    const isLarge = (element: Element) => {
      const { width, height } = sizeOf(element);
      return width >= LEAST_TARGET - 0.5 && height >= LEAST_TARGET - 0.5;
    };
    /** A link within a sentence has the height of its line. */
    const inSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    const found: string[] = [];
    const targets = document.querySelectorAll(
      'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=radio], [role=checkbox], [role=menuitem], [role=option]',
    );
    if (targets.length === 0) throw new Error('The page has no targets.');
    for (const target of targets) {
      if (!seen(target) || inSentence(target)) continue;
      const label = target instanceof HTMLInputElement ? target.labels?.[0] : null;
      const around = [target, label, target.closest('label')];
      if (around.some((one) => one && isLarge(one))) continue;
      const { width, height } = sizeOf(target);
      found.push(`${Math.round(width)} x ${Math.round(height)} ${named(target)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const around = node.parentElement!;
      if (!node.textContent?.trim() || !seen(around) || around.closest('script, style, noscript'))
        continue;
      const size = Number.parseFloat(getComputedStyle(around).fontSize);
      if (size < LEAST_TEXT) found.push(`${size}px ${named(around)}`);
    }
    return [...new Set(found)];
  });
