import { BANNER_TYPE_IDS, BANNER_TYPES } from '../banners/rules.ts';
import { EXTRA_IDS, type ExtraId, PACKAGE_IDS, PACKAGES } from '../cart/rules.ts';
import { MOST_POINTS, SIGNAL_LABELS } from '../moderation/signal-rules.ts';
import { grantOf } from '../staff/rights.ts';
import type { Role } from '../staff/roles.ts';
import { CANTON_IDS } from './choice-rules.ts';
import { PRICE_LISTS } from './price-rules.ts';

/** The lists that the house changes by versions. */
export const CATALOGUE_LISTS = [
  ...PRICE_LISTS,
  ...(['categories', 'offerings', 'cantons', 'forbidden_phrases', 'risk_weights'] as const),
] as const;
export type CatalogueList = (typeof CATALOGUE_LISTS)[number];

/** Credits and francs of one thing. */
const HIGHEST_PRICE = 10_000;

/** What an entry of a list says. */
export interface ListField {
  name: string;
  label: string;
  kind: 'whole' | 'text' | 'flag';
  /** Of a number itself, of a text its length; without meaning for a flag. */
  min: number;
  max: number;
  /** No two entries have the same. */
  unique?: true;
}

/**
 * A list is a record of one value for each of its fixed `rows`, or an array of entries with an `id`
 * of their own, to which some are added and from which some are taken.
 */
export interface ListShape {
  label: string;
  fields: readonly ListField[];
  /** Label of an entry: first column of the table and title of a new one. */
  noun: string;
  rows?: Readonly<Record<string, string>>;
  /** Ads name its entries: one that was released is switched off, never removed (BOF-115). */
  lasting?: true;
}

const PRICE: ListField = {
  name: 'value',
  label: 'Credits',
  kind: 'whole',
  min: 0,
  max: HIGHEST_PRICE,
};
const amount = (name: string, label: string, min = 0): ListField => ({
  ...PRICE,
  name,
  label,
  min,
});

export const EXTRA_LABELS: Record<ExtraId, string> = {
  region: 'Weitere Region',
  category: 'Weitere Kategorie',
  image: 'Weiteres Bild',
  dailyPush: 'Push täglich, pro Zeit',
  datedPush: 'Push nach Datum',
  planned: 'Geplante Veröffentlichung',
  topAd: 'TopAd',
  colour: 'Farbe',
  story: 'Story',
};

const NAME: ListField = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  min: 2,
  max: 40,
  unique: true,
};
const OFFERED: ListField = { name: 'offered', label: 'Im Angebot', kind: 'flag', min: 0, max: 1 };

const labelled = <Id extends string>(ids: readonly Id[], of: (id: Id) => string) =>
  Object.fromEntries(ids.map((id) => [id, of(id)]));

/** Everything that rules and screens know of a list: each works for all of them. */
export const LISTS: Record<CatalogueList, ListShape> = {
  packages: {
    label: 'Pakete',
    noun: 'Paket',
    fields: [PRICE],
    rows: labelled(PACKAGE_IDS, (id) => PACKAGES[id].title),
  },
  extras: {
    label: 'Extras',
    noun: 'Extra',
    fields: [PRICE],
    rows: labelled(EXTRA_IDS, (id) => EXTRA_LABELS[id]),
  },
  banner_prices: {
    label: 'Banner',
    noun: 'Banner',
    fields: [PRICE],
    rows: {
      ...labelled(BANNER_TYPE_IDS, (id) => `${BANNER_TYPES[id].name}, pro Monat`),
      website: 'Jede weitere Webseite, in Prozent',
    },
  },
  club_prices: {
    label: 'Clubs',
    noun: 'Club',
    fields: [PRICE],
    rows: { month: 'Club, pro Monat' },
  },
  topup_packages: {
    label: 'Aufladungen',
    noun: 'Paket',
    fields: [
      { ...amount('francs', 'CHF', 1), unique: true },
      amount('credits', 'Credits', 1),
      amount('bonus', 'Bonus'),
    ],
  },
  categories: { label: 'Kategorien', noun: 'Kategorie', fields: [NAME, OFFERED], lasting: true },
  offerings: { label: 'Angebote', noun: 'Angebot', fields: [NAME, OFFERED], lasting: true },
  cantons: {
    label: 'Kantone',
    noun: 'Kanton',
    fields: [NAME],
    rows: labelled(CANTON_IDS, (id) => id),
  },
  forbidden_phrases: {
    label: 'Verbotene Angebote',
    noun: 'Wendung',
    fields: [{ name: 'phrase', label: 'Wendung', kind: 'text', min: 3, max: 60, unique: true }],
  },
  risk_weights: {
    label: 'Gewichte',
    noun: 'Hinweis',
    fields: [
      { name: 'value', label: 'Punkte', kind: 'whole', min: -MOST_POINTS, max: MOST_POINTS },
    ],
    rows: SIGNAL_LABELS,
  },
};

/** The lists that a role may change (part 2 of the specification). */
export function listsOf(role: Role): readonly CatalogueList[] {
  const grant = grantOf(role, 'catalogue.edit');
  if (!grant) return [];
  if (grant.scope === undefined) return CATALOGUE_LISTS;
  return grant.scope === 'prices' ? PRICE_LISTS : ['forbidden_phrases'];
}

export type Value = string | number | boolean;

/** A value as people read it. */
export const valueText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'ja' : 'nein') : String(value ?? '–');

/** A row of a list as a form and a table show it. */
export interface ListRow {
  id: string;
  label: string;
  values: Record<string, unknown>;
}

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...(value as Record<string, unknown>) }
    : {};

/** A content as rows; what is missing or unknown in it is `contentProblems`' to say. */
export function rowsOf(list: CatalogueList, content: unknown): ListRow[] {
  const { rows, fields, noun } = LISTS[list];
  if (rows) {
    const given = recordOf(content);
    return Object.entries(rows).map(([id, label]) => ({
      id,
      label,
      values: { [fields[0]!.name]: given[id] },
    }));
  }
  return (Array.isArray(content) ? content : []).map((one) => {
    const { id, ...values } = recordOf(one);
    return { id: String(id), label: `${noun} ${String(id)}`, values };
  });
}

/** The content that these rows are. */
export function contentOf(list: CatalogueList, rows: readonly ListRow[]): unknown {
  const { rows: fixed, fields } = LISTS[list];
  if (fixed) return Object.fromEntries(rows.map(({ id, values }) => [id, values[fields[0]!.name]]));
  return rows.map(({ id, values }) => ({ id: Number(id), ...values }));
}
