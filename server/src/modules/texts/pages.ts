import { filledPrices, namesPrices, priceText } from '@samtrot/shared/catalogue/price-text.ts';
import { filledReasons, namesReasons } from '@samtrot/shared/holds/sentences.ts';
import { formatPlainDate } from '@samtrot/shared/kernel/format.ts';
import { hoursOf, type OfficeHours } from '@samtrot/shared/texts/hours-rules.ts';
import { type TextId, textKind } from '@samtrot/shared/texts/rules.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { escapeHtml } from '../../platform/html.ts';
import { holdReasonsAt, pricesAt } from '../catalogue/service.ts';
import { textHtml, titleOf } from './render.ts';
import * as store from './store.ts';
import type { Values } from './values.ts';

interface Moment {
  db: Sql | Database;
  now: Date;
}

export interface TextPage {
  title: string;
  /** Sanitised. */
  html: string;
}

/**
 * Rendered pages; a version never changes, and the links below it follow from what is in the key.
 */
const rendered = new WeakMap<Values, Map<string, TextPage>>();
const MOST_KEPT = 100;

/**
 * A text as its page shows it: the valid version, or the released one with this number, with links
 * to the others (BOF-128). Read from the database each time, so that every server changes at the
 * same moment. Undefined if there is no such version.
 */
export async function textPage(
  { db, now }: Moment,
  values: Values,
  { text, number }: { text: TextId; number?: number | undefined },
): Promise<TextPage | undefined> {
  const released = await store.releasedOf(db, text);
  // The first one counts until another has begun.
  const valid =
    released.findLast((one) => one.number > 1 && one.valid_from <= now) ??
    released.find((one) => one.number === 1)!;
  const shown = number === undefined ? valid : released.find((one) => one.number === number);
  if (!shown) return undefined;
  const known = rendered.get(values) ?? new Map<string, TextPage>();
  rendered.set(values, known);
  const hours = await store.valid(db, 'hours', now);
  const key = [text, shown.id, valid.id, hours.id, ...released.map(({ id }) => id)].join(' ');
  const found = known.get(key);
  if (found) return filled({ db, now }, found);
  if (known.size >= MOST_KEPT) known.clear();
  const { path } = textKind(text);
  const foot = {
    valid: `Gültig ab ${formatPlainDate(shown.valid_from)}`,
    links: path === undefined ? [] : linksOf(path, released, { shown, valid, now }),
  };
  const { content } = (await store.find(db, shown.id))!;
  const html = textHtml(text, content, values, { foot, hours: hours.content });
  const page = { title: titleOf(content), html };
  known.set(key, page);
  return filled({ db, now }, page);
}

/** With the prices and reasons of the moment, which are versions of their own. */
export async function filled<Of extends { html: string }>(moment: Moment, of: Of): Promise<Of> {
  let { html } = of;
  if (namesPrices(html)) html = filledPrices(html, priceText(await pricesAt(moment)));
  if (namesReasons(html)) html = filledReasons(html, await holdReasonsAt(moment), escapeHtml);
  return { ...of, html };
}

/** When the house is there (SUP-12). */
export async function officeHours({ db, now }: Moment): Promise<OfficeHours> {
  return hoursOf((await store.valid(db, 'hours', now)).content)!;
}

type Released = Awaited<ReturnType<typeof store.releasedOf>>[number];

/** The other versions, newest first. */
const linksOf = (
  path: string,
  released: readonly Released[],
  { shown, valid, now }: { shown: Released; valid: Released; now: Date },
) =>
  released
    .filter((one) => one !== shown)
    .toReversed()
    .map((one) => {
      const since = formatPlainDate(one.valid_from);
      if (one === valid) return { href: path, label: `Gültige Fassung, ab ${since}` };
      const kind = one.valid_from > now ? 'Kommende' : 'Frühere';
      return { href: `${path}/${one.number}`, label: `${kind} Fassung, ab ${since}` };
    });
