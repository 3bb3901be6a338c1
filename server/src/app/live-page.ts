import { filledPrices, namesPrices, priceText } from '@samtrot/shared/catalogue/price-text.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { maintenanceText } from '@samtrot/shared/notices/maintenance-rules.ts';
import { isClosable } from '@samtrot/shared/notices/rules.ts';
import { PUBLIC_TEXT_IDS, type TextId } from '@samtrot/shared/texts/rules.ts';
import { pricesAt, topupPackagesAt } from '../modules/catalogue/service.ts';
import { maintenanceUntil, noticesFor } from '../modules/notices/service.ts';
import { textPage, type Values } from '../modules/texts/service.ts';
import { escapeHtml } from '../platform/html.ts';
import type { App } from './compose.ts';
import { type Compressed, compressed } from './compressed.ts';
import { textValues } from './text-settings.ts';

/** How old prices, notices and texts of a public page may be (BOF-117, BOF-132). */
const FRESH_MS = 1_000;
/** Where a document holds the notices; empty as it is built. */
const NOTICES = /(<div class="pub-notes[^"]*" data-slot="notices">)(<\/div>)/;

/** Where a document holds a text of the house; empty as it is built. */
const TEXTS = new RegExp(
  `(<(main|div)[^>]* data-text="(${PUBLIC_TEXT_IDS.join('|')})"[^>]*>)(</\\2>)`,
  'g',
);
const namesTexts = (document: string): boolean => document.search(TEXTS) >= 0;

interface Moment {
  db: App['db'];
  now: Date;
}

/**
 * A public page with the prices, notices and text of the moment: rendered again as soon as they
 * differ. While the database does not answer, the last ones stay.
 * @throws NOT_FOUND for a text without a released version of this number
 */
export async function livePage(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  document: string,
  number?: number,
): Promise<() => Promise<Compressed>> {
  const parts = [
    ...(namesPrices(document) ? [withPrices] : []),
    ...(NOTICES.test(document) ? [withNotices] : []),
    ...(namesTexts(document) ? [withTexts(textValues(config), number)] : []),
  ];
  if (parts.length === 0) {
    const body = compressed(document);
    return async () => body;
  }
  let shown: { at: number; text: string; body: Compressed } | undefined;
  const render = async (): Promise<Compressed> => {
    const now = clock.now();
    if (shown && Math.abs(now.getTime() - shown.at) < FRESH_MS) return shown.body;
    let text = document;
    for (const fill of parts) text = await fill(text, { db, now });
    const body = shown?.text === text ? shown.body : compressed(text);
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

const withPrices = async (document: string, moment: Moment): Promise<string> =>
  filledPrices(document, priceText(await pricesAt(moment), await topupPackagesAt(moment)));

/** @throws NOT_FOUND for a text without a released version of this number */
export const withTexts =
  (values: Values, number?: number) =>
  async (document: string, moment: Moment): Promise<string> => {
    const html = new Map<string, string>();
    for (const [, , , text] of document.matchAll(TEXTS)) {
      const page = await textPage(moment, values, { text: text as TextId, number });
      if (!page) throw new AppError('NOT_FOUND');
      html.set(text!, page.html);
    }
    return document.replace(TEXTS, (_, open, _tag, text, close) => open + html.get(text) + close);
  };

/** `web/device.js` closes a notice and hides those that were closed in this tab. */
async function withNotices(document: string, moment: Moment): Promise<string> {
  const until = await maintenanceUntil(moment);
  const notices = await noticesFor(moment, { loggedIn: false });
  const bars = [
    ...(until ? [bar('warning', maintenanceText(until, moment.now))] : []),
    ...notices.map(({ id, kind, text }) =>
      isClosable(kind) ? bar('info', text, id) : bar('warning', text),
    ),
  ];
  return document.replace(NOTICES, (_, open, close) => open + bars.join('') + close);
}

const bar = (tone: 'info' | 'warning', text: string, closable?: number): string =>
  [
    `<div class="alert alert-${tone}" role="status"${closable ? ` data-notice="${closable}"` : ''}>`,
    `<p class="grow">${escapeHtml(text)}</p>`,
    closable ? '<button type="button" class="btn btn-ghost">Schliessen</button>' : '',
    '</div>',
  ].join('');
