import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { type TextId, textKind } from '@samtrot/shared/texts/rules.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { documentHtml, titleOf } from './render.ts';
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
 * A text as its page shows it: the valid version, or the released one with this number, with links to the others (BOF-128).
 * Undefined if there is no such version.
 */
export async function textPage(
  { db, now }: Moment,
  values: Values,
  { text, number }: { text: TextId; number?: number },
): Promise<TextPage | undefined> {
  const path = textKind(text).path!;
  const released = await store.releasedOf(db, text);
  const valid = released.findLast((one) => one.number === 1 || one.valid_from <= now)!;
  const shown = number === undefined ? valid : released.find((one) => one.number === number);
  if (!shown) return undefined;
  const from = `Gültig ab ${formatDate(shown.valid_from)}`;
  const others = released.filter(({ id }) => id !== shown.id).toReversed();
  const links = others.map((one) => {
    const since = formatDate(one.valid_from);
    if (one === valid) return { href: path, label: `Gültige Fassung, ab ${since}` };
    const kind = one.valid_from > now ? 'Kommende' : 'Frühere';
    return { href: `${path}/${one.number}`, label: `${kind} Fassung, ab ${since}` };
  });
  const { content } = (await store.find(db, shown.id))!;
  return { title: titleOf(content), html: documentHtml(content, values, { valid: from, links }) };
}
