import type { Choice } from '@samtrot/shared/catalogue/choice-rules.ts';
import * as store from './store.ts';

/** What advertisers choose from. */
export interface Choices {
  cantons: { id: string; name: string }[];
  categories: Choice[];
  offerings: Choice[];
}

/** The lists of this moment, cantons by name; with the entries that are not offered any more. */
export async function choicesAt(moment: store.Moment): Promise<Choices> {
  const { cantons, ...lists } = await store.validContents(moment, [
    ...(['categories', 'offerings', 'cantons'] as const),
  ]);
  const named = Object.entries(cantons).map(([id, name]) => ({ id, name }));
  return { cantons: named.toSorted((a, b) => a.name.localeCompare(b.name, 'de')), ...lists };
}
