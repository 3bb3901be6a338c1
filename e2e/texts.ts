import type { Page } from '@playwright/test';

/**
 * All that is read on a page, aloud too: title, texts, options and the words of attributes; names
 * of the code are no words.
 */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const named = [...document.querySelectorAll('body *')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode())
      if (!walker.currentNode.parentElement!.closest('script, style, noscript, code'))
        texts.push(walker.currentNode.textContent ?? '');
    return [document.title, ...named, ...texts]
      .map((text) => text.trim())
      .filter((text) => text !== '');
  });
