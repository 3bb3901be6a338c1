import { filledPrices, namesPrices, priceWords } from '@samtrot/shared/catalogue/price-words.ts';
import { pricesAt, topupPackagesAt } from '../modules/catalogue/service.ts';
import type { App } from './compose.ts';
import { type Compressed, compressed } from './compressed.ts';

/** How old the prices of a public page may be (BOF-117). */
const FRESH_MS = 1_000;

/**
 * A public page with the prices of the moment: rendered anew as soon as another version is valid. While
 * the database does not answer, the last prices stay.
 */
export async function pricedPage(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  document: string,
): Promise<() => Promise<Compressed>> {
  if (!namesPrices(document)) {
    const body = await compressed(document);
    return async () => body;
  }
  let shown: { at: number; text: string; body: Compressed } | undefined;
  const render = async (): Promise<Compressed> => {
    const now = clock.now();
    if (shown && Math.abs(now.getTime() - shown.at) < FRESH_MS) return shown.body;
    const words = priceWords(await pricesAt({ db, now }), await topupPackagesAt({ db, now }));
    const text = filledPrices(document, words);
    const body = shown?.text === text ? shown.body : await compressed(text);
    shown = { at: now.getTime(), text, body };
    return body;
  };
  await render();
  return () =>
    render().catch((error: unknown) => {
      if (shown) return shown.body;
      throw error;
    });
}
