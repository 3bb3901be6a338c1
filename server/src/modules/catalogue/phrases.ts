import { catalogueTexts, hitsTooMuch } from '@samtrot/shared/catalogue/list-rules.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import { phraseFinder } from '@samtrot/shared/moderation/phrase-rules.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './desk-store.ts';

type Phrases = readonly { id: number; phrase: string }[];

interface Hits {
  phrase: string;
  ads: number;
  things: number;
  examples: { thing: string; id: number; title: string }[];
}

const PAGE = 2000;
const EXAMPLES = 20;

export const textOf = ({ texts, html }: store.OnlineText): string =>
  [...texts, ...(html === null ? [] : [plainText(html)])].join('\n');

/** The phrases that the content has and its base has not. */
export function newPhrases(base: Phrases, content: Phrases): string[] {
  const known = new Set(base.map(({ phrase }) => phrase.trim()));
  return content.map(({ phrase }) => phrase.trim()).filter((phrase) => !known.has(phrase));
}

/** Matches of each phrase among published items, with 20 examples (BOF-111). */
export async function hitsOf(
  { db, now }: { db: Sql; now: Date },
  phrases: readonly string[],
): Promise<{ hits: Hits[]; online: number }> {
  const hits = phrases.map((phrase): Hits => ({ phrase, ads: 0, things: 0, examples: [] }));
  const finders = phrases.map((phrase) => phraseFinder([phrase]));
  let online = 0;
  if (phrases.length === 0) return { hits, online };
  let after: store.OnlineText | null = null;
  for (;;) {
    const page: store.OnlineText[] = await store.onlineTexts(db, { now, after, limit: PAGE });
    for (const one of page) {
      if (one.thing === 'inserat') online++;
      const text = textOf(one);
      for (const [n, says] of finders.entries()) {
        if (says(text) === undefined) continue;
        const hit = hits[n]!;
        hit.things++;
        if (one.thing === 'inserat') hit.ads++;
        if (hit.examples.length < EXAMPLES)
          hit.examples.push({ thing: one.thing, id: one.id, title: one.texts[0]! });
      }
    }
    if (page.length < PAGE) return { hits, online };
    after = page.at(-1)!;
  }
}

/** New phrases that hit too much of what is online, by field (BOF-116). */
export async function shareProblems(
  ctx: { db: Sql; now: Date },
  base: Phrases,
  content: Phrases,
): Promise<Record<string, string>> {
  const { hits, online } = await hitsOf(ctx, newPhrases(base, content));
  return Object.fromEntries(
    hits
      .filter(({ ads }) => hitsTooMuch(ads, online))
      .map(({ phrase, ads }) => [
        `${content.findIndex((one) => one.phrase.trim() === phrase)}.phrase`,
        catalogueTexts.hits(ads, online),
      ]),
  );
}
