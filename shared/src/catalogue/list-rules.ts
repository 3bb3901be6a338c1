import { BANNER_TYPE_IDS, BANNER_TYPES } from '../banners/rules.ts';
import { EXTRA_IDS, type ExtraId, PACKAGE_IDS, PACKAGES } from '../cart/rules.ts';
import { addCalendarDays, instantOf } from '../kernel/calendar.ts';
import { localDate, MINUTE_MS } from '../kernel/time.ts';
import { grantOf } from '../staff/rights.ts';
import type { Role } from '../staff/roles.ts';
import { PRICE_LISTS, type PriceList, type TopupPackage } from './price-rules.ts';

export const LIST_LABELS: Record<PriceList, string> = {
  packages: 'Pakete',
  extras: 'Extras',
  banner_prices: 'Banner',
  club_prices: 'Clubs',
  topup_packages: 'Aufladungen',
};

/** The lists that a role may change (part 2 of the specification). */
export function listsOf(role: Role): readonly PriceList[] {
  const grant = grantOf(role, 'catalogue.edit');
  return grant && (grant.scope === undefined || grant.scope === 'prices') ? PRICE_LISTS : [];
}

const EXTRA_LABELS: Record<ExtraId, string> = {
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

/** The figures of a list by their keys, with what people call them. */
function figureLabels(list: Exclude<PriceList, 'topup_packages'>): Record<string, string> {
  switch (list) {
    case 'packages':
      return Object.fromEntries(PACKAGE_IDS.map((id) => [id, PACKAGES[id].title]));
    case 'extras':
      return Object.fromEntries(EXTRA_IDS.map((id) => [id, EXTRA_LABELS[id]]));
    case 'banner_prices':
      return {
        ...Object.fromEntries(
          BANNER_TYPE_IDS.map((id) => [id, `${BANNER_TYPES[id].name}, pro Monat`]),
        ),
        website: 'Jede weitere Webseite, in Prozent',
      };
    case 'club_prices':
      return { month: 'Club, pro Monat' };
  }
}

/** Credits and francs of one thing. */
const HIGHEST_PRICE = 10_000;

export const catalogueTexts = {
  whole: 'Gib eine ganze Zahl ein',
  negative: 'Der Preis kann nicht unter 0 liegen',
  high: 'Höchstens 10’000',
  free: 'Das Gratis-Inserat bleibt bei 0',
  empty: 'Die Liste braucht mindestens einen Eintrag',
  twice: 'Das gibt es schon',
  positive: 'Mindestens 1',
  unknown: 'Diese Angabe gibt es nicht',
  past: 'Der Zeitpunkt ist vorbei',
  soon: 'Frühestens in 5 Minuten',
  tomorrow: 'Höhere Preise gelten frühestens ab 00:00 des nächsten Tages',
  taken: 'Zu diesem Zeitpunkt beginnt schon eine andere Fassung',
  same: 'Es ist nichts anders als in der gültigen Fassung',
} as const;

type Problems = Record<string, string>;

function priceProblem(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return catalogueTexts.whole;
  if (value < 0) return catalogueTexts.negative;
  return value > HIGHEST_PRICE ? catalogueTexts.high : null;
}

/** What is wrong with the content of a list, by field (BOF-116). */
export function contentProblems(list: PriceList, content: unknown): Problems {
  if (list === 'topup_packages') return topupProblems(content);
  const problems: Problems = {};
  const given = typeof content === 'object' && content !== null ? { ...content } : {};
  const figures = given as Record<string, unknown>;
  const known = figureLabels(list);
  for (const key of Object.keys(known)) {
    const problem =
      list === 'packages' && key === 'free' && figures[key] !== 0
        ? catalogueTexts.free
        : priceProblem(figures[key]);
    if (problem) problems[key] = problem;
  }
  for (const key of Object.keys(figures))
    if (!Object.hasOwn(known, key)) problems[key] = catalogueTexts.unknown;
  return problems;
}

function topupProblems(content: unknown): Problems {
  if (!Array.isArray(content) || content.length === 0) return { content: catalogueTexts.empty };
  const problems: Problems = {};
  const seen = { id: new Set<unknown>(), francs: new Set<unknown>() };
  for (const [n, one] of (content as Partial<TopupPackage>[]).entries()) {
    for (const field of ['id', 'francs', 'credits', 'bonus'] as const) {
      const value = one?.[field];
      const problem =
        priceProblem(value) ?? (field !== 'bonus' && value === 0 ? catalogueTexts.positive : null);
      if (problem) problems[`${n}.${field}`] = problem;
    }
    for (const field of ['id', 'francs'] as const) {
      if (seen[field].has(one?.[field])) problems[`${n}.${field}`] ??= catalogueTexts.twice;
      seen[field].add(one?.[field]);
    }
  }
  return problems;
}

interface Figure {
  key: string;
  label: string;
  before: number | null;
  after: number | null;
}

type Labelled = [key: string, figure: { label: string; value: number }];

/** A list as flat figures; a package of credits has three. */
function figuresOf(
  list: PriceList,
  content: unknown,
): Map<string, { label: string; value: number }> {
  if (list === 'topup_packages')
    return new Map(
      (content as TopupPackage[]).flatMap(({ id, francs, credits, bonus }): Labelled[] => {
        const name = `Paket ${id}`;
        return [
          [`${id}.francs`, { label: `${name}: CHF`, value: francs }],
          [`${id}.credits`, { label: `${name}: Credits`, value: credits }],
          [`${id}.bonus`, { label: `${name}: Bonus`, value: bonus }],
        ];
      }),
    );
  const labels = figureLabels(list);
  return new Map(
    Object.entries(content as Record<string, number>).map(([key, value]) => [
      key,
      { label: labels[key] ?? key, value },
    ]),
  );
}

/** What is different between two versions of a list. */
export function changesBetween(list: PriceList, before: unknown, after: unknown): Figure[] {
  const [was, is] = [figuresOf(list, before), figuresOf(list, after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [one, other] = [was.get(key), is.get(key)];
    if (one?.value === other?.value) return [];
    const label = (other ?? one)!.label;
    return [{ key, label, before: one?.value ?? null, after: other?.value ?? null }];
  });
}

/** Nothing costs more, and no package of credits gives less. */
const onlyLower = (changes: readonly Figure[]): boolean =>
  changes.every(({ key, before, after }) => {
    if (before === null || after === null) return false;
    return /\.(credits|bonus)$/.test(key) ? after > before : after < before;
  });

const LEAST_AHEAD_MS = 5 * MINUTE_MS;

/** Why a version cannot begin then; null where it can (BOF-110, BOF-116). */
export function startProblem(
  validFrom: Date,
  { now, changes }: { now: Date; changes: readonly Figure[] },
): string | null {
  if (validFrom <= now) return catalogueTexts.past;
  if (validFrom.getTime() - now.getTime() < LEAST_AHEAD_MS) return catalogueTexts.soon;
  const tomorrow = addCalendarDays(instantOf(localDate(now), '00:00'), 1);
  return validFrom < tomorrow && !onlyLower(changes) ? catalogueTexts.tomorrow : null;
}

/** The draft on another base: what it changes stays, everything else is that of the newer version. */
export function transferred(list: PriceList, base: unknown, draft: unknown, latest: unknown) {
  if (list !== 'topup_packages') {
    const [was, is] = [base, draft] as Record<string, number>[];
    const own = Object.entries(is!).filter(([key, value]) => was![key] !== value);
    return { ...(latest as Record<string, number>), ...Object.fromEntries(own) };
  }
  const byId = (content: unknown) =>
    new Map((content as TopupPackage[]).map((one) => [one.id, one]));
  const [was, is, now] = [byId(base), byId(draft), byId(latest)];
  const same = (one?: TopupPackage, other?: TopupPackage) =>
    JSON.stringify(one) === JSON.stringify(other);
  return [...new Set([...now.keys(), ...is.keys()])].flatMap((id) => {
    const kept = same(is.get(id), was.get(id)) ? now.get(id) : is.get(id);
    return kept ? [kept] : [];
  });
}
