import { addCalendarDays, instantOf } from '../kernel/calendar.ts';
import { formatNumber } from '../kernel/format.ts';
import { fieldTexts, lengthProblem } from '../kernel/text.ts';
import { DAY_MS, localDate, MINUTE_MS } from '../kernel/time.ts';
import { TERMS_AHEAD_DAYS } from '../texts/rules.ts';
import { PRICE_LISTS } from './price-rules.ts';
import {
  type CatalogueList,
  contentOf,
  flatValue,
  LISTS,
  type ListField,
  type ListRow,
  recordOf,
  rowsOf,
  type Value,
} from './shape-rules.ts';

export const catalogueTexts = {
  whole: 'Gib eine ganze Zahl ein',
  negative: 'Der Preis kann nicht unter 0 liegen',
  least: (min: number) => `Mindestens ${formatNumber(min)}`,
  most: (max: number) => `Höchstens ${formatNumber(max)}`,
  free: 'Das Gratis-Inserat bleibt bei 0',
  empty: 'Die Liste braucht mindestens einen Eintrag',
  noneOffered: 'Mindestens ein Eintrag bleibt im Angebot',
  gone: 'Was es gab, lässt sich nur ausschalten',
  flag: 'Ja oder nein',
  choices: 'Wähle aus, was es gibt',
  twice: 'Das gibt es schon',
  positive: 'Mindestens 1',
  unknown: 'Diese Angabe gibt es nicht',
  past: 'Der Zeitpunkt ist vorbei',
  soon: 'Frühestens in 5 Minuten',
  tomorrow: 'Höhere Preise gelten frühestens ab 00:00 des nächsten Tages',
  refunds: `Weniger Erstattung gilt frühestens in ${TERMS_AHEAD_DAYS} Tagen, wie neue Bedingungen`,
  taken: 'Zu diesem Zeitpunkt beginnt schon eine andere Fassung',
  same: 'Es ist nichts anders als in der gültigen Fassung',
  hits: (hits: number, of: number) =>
    `Das trifft ${formatNumber(hits)} von ${formatNumber(of)} Inseraten.`,
} as const;

type Problems = Record<string, string>;

function valueProblem(value: unknown, field: ListField): string | null {
  if (field.kind === 'flag') return typeof value === 'boolean' ? null : catalogueTexts.flag;
  if (field.kind === 'choices') return choicesProblem(value, field);
  return field.kind === 'text' ? textProblem(value, field) : wholeProblem(value, field);
}

function textProblem(value: unknown, { min, max, optional }: ListField): string | null {
  if (typeof value !== 'string') return fieldTexts.tooShort(min);
  if (optional && value.trim() === '') return null;
  return lengthProblem(value.trim(), min, max);
}

/** Each of the options at most once. */
function choicesProblem(value: unknown, { options = {} }: ListField): string | null {
  const known = (one: unknown) => typeof one === 'string' && Object.hasOwn(options, one);
  return Array.isArray(value) && value.every(known) && new Set(value).size === value.length
    ? null
    : catalogueTexts.choices;
}

/** What counts as the same value. */
const compared = (value: unknown) =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;

function wholeProblem(value: unknown, { min, max }: ListField): string | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return catalogueTexts.whole;
  if (value > max) return catalogueTexts.most(max);
  if (value >= min) return null;
  if (min < 0) return catalogueTexts.least(min);
  return value < 0 ? catalogueTexts.negative : catalogueTexts.positive;
}

/**
 * Where the problem of a field stands: at the row of a fixed list with one field, or at the entry
 * and its field.
 */
export function problemKey(
  list: CatalogueList,
  { row, at, field }: { row: ListRow; at: number; field: string },
): string {
  const { rows: fixed, fields } = LISTS[list];
  if (!fixed) return `${at}.${field}`;
  return fields.length > 1 ? `${row.id}.${field}` : row.id;
}

/** What is wrong with the content of a list, by field (BOF-116). */
export function contentProblems(list: CatalogueList, content: unknown): Problems {
  const { rows: fixed, fields } = LISTS[list];
  const rows = rowsOf(list, content);
  if (!fixed && rows.length === 0) return { content: catalogueTexts.empty };
  if (LISTS[list].lasting && rows.every(({ values }) => values.offered !== true))
    return { content: catalogueTexts.noneOffered };
  const problems: Problems = {};
  const note = (key: string, problem: string | null) => {
    if (problem) problems[key] ??= problem;
  };
  for (const [at, row] of rows.entries())
    for (const field of fields) {
      const value = row.values[field.name];
      const key = problemKey(list, { row, at, field: field.name });
      if (list === 'packages' && row.id === 'free' && value !== 0) note(key, catalogueTexts.free);
      note(key, valueProblem(value, field));
      const before = rows.slice(0, at);
      if (
        field.unique &&
        before.some(({ values }) => compared(values[field.name]) === compared(value))
      )
        note(key, catalogueTexts.twice);
    }
  if (fixed) {
    for (const key of Object.keys(recordOf(content)))
      if (!Object.hasOwn(fixed, key)) note(key, catalogueTexts.unknown);
  } else
    for (const [at, { id }] of rows.entries()) {
      if (!/^[1-9]\d{0,8}$/.test(id)) note(`${at}.id`, catalogueTexts.whole);
      if (rows.slice(0, at).some((row) => row.id === id)) note(`${at}.id`, catalogueTexts.twice);
    }
  for (const [at, row] of rows.entries())
    for (const name of Object.keys(row.values))
      if (!fields.some((field) => field.name === name))
        note(problemKey(list, { row, at, field: name }), catalogueTexts.unknown);
  return problems;
}

/** An entry that the version before had and this one has not, where entries last (BOF-115). */
export function goneProblem(list: CatalogueList, before: unknown, after: unknown): Problems {
  const kept = new Set(rowsOf(list, after).map(({ id }) => id));
  const gone = LISTS[list].lasting && rowsOf(list, before).some(({ id }) => !kept.has(id));
  return gone ? { content: catalogueTexts.gone } : {};
}

export interface Change {
  key: string;
  label: string;
  before: Value | null;
  after: Value | null;
}

const calledBy = ({ name }: Record<string, unknown>) =>
  typeof name === 'string' && name.trim() !== '' ? `«${name.trim()}»` : null;

/** A list as flat values by their keys, with what people call them. */
export function valuesOf(
  list: CatalogueList,
  content: unknown,
): Map<string, { label: string; value: Value }> {
  const { rows: fixed, fields } = LISTS[list];
  return new Map(
    rowsOf(list, content).flatMap(({ id, label, values }) =>
      fields.map((field): [string, { label: string; value: Value }] => [
        fixed && fields.length === 1 ? id : `${id}.${field.name}`,
        {
          label: fields.length > 1 ? `${calledBy(values) ?? label}: ${field.label}` : label,
          value: flatValue(field, values[field.name]) as Value,
        },
      ]),
    ),
  );
}

/** What is different between two versions of a list. */
export function changesBetween(list: CatalogueList, before: unknown, after: unknown): Change[] {
  const [was, is] = [valuesOf(list, before), valuesOf(list, after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [one, other] = [was.get(key), is.get(key)];
    if (one?.value === other?.value) return [];
    const label = (other ?? one)!.label;
    return [{ key, label, before: one?.value ?? null, after: other?.value ?? null }];
  });
}

/** Nothing costs more, and no package of credits gives less. */
const onlyLower = (changes: readonly Change[]): boolean =>
  changes.every(({ key, before, after }) => {
    if (typeof before !== 'number' || typeof after !== 'number') return false;
    return /\.(credits|bonus)$/.test(key) ? after > before : after < before;
  });

const LEAST_AHEAD_MS = 5 * MINUTE_MS;

/** What the terms promise is taken away no sooner than new terms begin (BOF-129). */
const takesRefunds = (changes: readonly Change[]): boolean =>
  changes.some(
    ({ key, after }) =>
      (key.endsWith('.refunds') && after === false) || (key.endsWith('.final') && after === true),
  );

/** A phrase that hits a larger share of the ads online is no phrase of forbidden offers. */
const MOST_HIT = 0.2;
export const hitsTooMuch = (hits: number, of: number): boolean => hits > of * MOST_HIT;

/** Why a version cannot begin then; null where it can (BOF-110, BOF-116). */
export function startProblem(
  validFrom: Date,
  { list, now, changes }: { list: CatalogueList; now: Date; changes: readonly Change[] },
): string | null {
  if (validFrom <= now) return catalogueTexts.past;
  if (validFrom.getTime() - now.getTime() < LEAST_AHEAD_MS) return catalogueTexts.soon;
  if (
    list === 'hold_reasons' &&
    takesRefunds(changes) &&
    validFrom.getTime() - now.getTime() < TERMS_AHEAD_DAYS * DAY_MS
  )
    return catalogueTexts.refunds;
  const tomorrow = addCalendarDays(instantOf(localDate(now), '00:00'), 1);
  const prices = (PRICE_LISTS as readonly string[]).includes(list);
  return prices && validFrom < tomorrow && !onlyLower(changes) ? catalogueTexts.tomorrow : null;
}

/**
 * The draft on another base: what it changes stays, everything else is that of the newer version.
 */
export function transferred(
  list: CatalogueList,
  base: unknown,
  draft: unknown,
  latest: unknown,
): unknown {
  const byId = (content: unknown) => new Map(rowsOf(list, content).map((row) => [row.id, row]));
  const [was, is, now] = [byId(base), byId(draft), byId(latest)];
  const same = (one?: ListRow, other?: ListRow) =>
    JSON.stringify(one?.values) === JSON.stringify(other?.values);
  const rows = [...new Set([...now.keys(), ...is.keys()])].flatMap((id) => {
    const kept = same(is.get(id), was.get(id)) ? now.get(id) : is.get(id);
    return kept ? [kept] : [];
  });
  return contentOf(list, rows);
}
