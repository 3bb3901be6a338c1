import type { Page } from '@playwright/test';

interface Weight {
  requests: number;
  /** Compressed and with heads; without pictures of ads. */
  kilobytes: number;
}

/** What counts as a first touch, and a browser now and then reports by itself. */
const SIGNS = ['pointermove', 'focusin'];

/** Pictures of ads, and what is asked every few seconds, which falls into the visit by chance. */
const NOT_COUNTED = /\/media\/|action=get_notices/;

/** What the page requests and receives until it is idle, with an empty cache and nobody at it. */
export async function weigh(page: Page, url: string): Promise<Weight> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const counted = new Set<string>();
  let bytes = 0;
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/^https?:/.test(request.url) && !NOT_COUNTED.test(request.url)) counted.add(requestId);
  });
  // A font that another document of the page has already costs nothing.
  client.on('Network.requestServedFromCache', ({ requestId }) => counted.delete(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript((signs) => {
    for (const sign of signs)
      addEventListener(sign, (event) => event.stopImmediatePropagation(), { capture: true });
  }, SIGNS);
  await page.goto(url, { waitUntil: 'networkidle' });
  await client.detach();
  return { requests: counted.size, kilobytes: Math.round(bytes / 1000) };
}
