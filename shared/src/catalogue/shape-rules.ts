import { BANNER_TYPE_IDS, BANNER_TYPES } from '../banners/rules.ts';
import { EXTRA_IDS, type ExtraId, PACKAGE_IDS, PACKAGES } from '../cart/rules.ts';
import { FIELD_LABELS } from '../holds/owner-rules.ts';
import { REASON_NAMES, REASON_SENTENCE_MAX } from '../holds/reason-rules.ts';
import { HOLD_TEXT_MIN } from '../holds/rules.ts';
import { MOST_POINTS, SIGNAL_LABELS } from '../moderation/signal-rules.ts';
import { grantOf } from '../staff/rights.ts';
import type { Role } from '../staff/roles.ts';
import { CANTON_IDS } from './choice-rules.ts';
import { PRICE_LISTS } from './price-rules.ts';

/** The lists that the house changes by versions. */
export const CATALOGUE_LISTS = [
  ...PRICE_LISTS,
  'categories',
  'offerings',
  'cantons',
  'forbidden_phrases',
  'hold_reasons',
  'risk_weights',
] as const;
export type CatalogueList = (typeof CATALOGUE_LISTS)[number];

/** Credits and francs of one thing. */
const HIGHEST_PRICE = 10_000;

/** What an entry of a list says. */
export interface ListField {
  name: string;
  label: string;
  kind: 'whole' | 'text' | 'flag' | 'choices';
  /** Of a number itself, of a text its length, of choices how many; without meaning for a flag. */
  min: number;
  max: number;
  /** A text that may be empty. */
  optional?: true;
  /** What can be chosen, by its words. */
  options?: Readonly<Record<string, string>>;
  /** No two entries have the same. */
  unique?: true;
}

/**
 * A list is a record with an entry for each of its fixed `rows`, or an array of entries with an
 * `id` of their own, to which some are added and from which some are taken. An entry of a fixed row
 * with one field is its value alone.
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
const flag = (name: string, label: string): ListField => ({
  name,
  label,
  kind: 'flag',
  min: 0,
  max: 1,
});
const OFFERED = flag('offered', 'Im Angebot');
const sentence = (name: string, label: string): ListField => ({
  name,
  label,
  kind: 'text',
  optional: true,
  min: HOLD_TEXT_MIN,
  max: REASON_SENTENCE_MAX,
});

const labelled = <Id extends string>(ids: readonly Id[], of: (id: Id) => string) =>
  Object.fromEntries(ids.map((id) => [id, of(id)]));

/** Entries with more fields stand below each other, not in a table. */
export const MOST_COLUMNS = 3;

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
  hold_reasons: {
    label: 'Gründe',
    noun: 'Grund',
    fields: [
      {
        name: 'label',
        label: 'Name für die Besitzerin',
        kind: 'text',
        min: 3,
        max: 40,
        unique: true,
      },
      sentence('sentence', 'Satz an die Besitzerin'),
      sentence('account_sentence', 'Satz bei einem ganzen Konto'),
      {
        name: 'fields',
        label: 'Felder',
        kind: 'choices',
        options: FIELD_LABELS,
        min: 0,
        max: Object.keys(FIELD_LABELS).length,
      },
      flag('revise', 'Überarbeiten möglich'),
      flag('final', 'Endgültig möglich'),
      flag('refunds', 'Erstattet nicht genutzte Zeit'),
    ],
    rows: REASON_NAMES,
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
  typeof value === 'boolean' ? (value ? 'ja' : 'nein') : String(value ?? '–') || 'leer';

/** A value as lists compare it: choices as their words. */
export const flatValue = ({ options }: ListField, value: unknown): Value | undefined =>
  options && Array.isArray(value)
    ? value.map((one) => options[String(one)] ?? String(one)).join(', ')
    : (value as Value | undefined);

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
      values: fields.length > 1 ? recordOf(given[id]) : { [fields[0]!.name]: given[id] },
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
  if (fixed)
    return Object.fromEntries(
      rows.map(({ id, values }) => [id, fields.length > 1 ? values : values[fields[0]!.name]]),
    );
  return rows.map(({ id, values }) => ({ id: Number(id), ...values }));
}
