import { plainText } from '../inserate/html.ts';
import { type DifferenceKind, differenceBetween } from '../kernel/difference.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { MOST_POINTS, type RiskWeights, type SignalCode } from './signal-rules.ts';

/** What is looked at: a story is title, picture and film that an ad shows for a day. */
export const REVIEWED_THINGS = ['inserat', 'banner', 'club', 'story'] as const;
export type ReviewedThing = (typeof REVIEWED_THINGS)[number];

export const REVIEWED_LABELS: Record<ReviewedThing, string> = {
  inserat: 'Inserat',
  banner: 'Banner',
  club: 'Club',
  story: 'Story',
};

export const REVIEW_CAUSES = ['new', 'changed', 'resubmitted', 'sample', 'phrase'] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];
export const CAUSE_LABELS: Record<ReviewCause, string> = {
  new: 'Neu',
  changed: 'Geändert',
  resubmitted: 'Erneut eingereicht',
  sample: 'Stichprobe',
  phrase: 'Neue Wendung',
};

export const REVIEW_STATES = [
  ...(['open', 'approved', 'revised', 'held'] as const),
  ...(['superseded', 'gone'] as const),
] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  open: 'Offen',
  approved: 'Freigegeben',
  revised: 'Bitte überarbeiten',
  held: 'Vom Netz genommen',
  superseded: 'Überholt',
  gone: 'Erledigt',
};

export const LEVELS = ['high', 'medium', 'low'] as const;
export type Level = (typeof LEVELS)[number];
export const LEVEL_LABELS: Record<Level, string> = {
  high: 'Hoch',
  medium: 'Mittel',
  low: 'Tief',
};

export const levelOf = (points: number): Level =>
  points >= 60 ? 'high' : points >= 30 ? 'medium' : 'low';

export const REVIEW_FILTERS = ['all', 'high', 'new', 'changed', 'resubmitted', 'mine'] as const;
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];
export const FILTER_LABELS: Record<ReviewFilter, string> = {
  all: 'Alle',
  high: 'Hoch',
  new: 'Neu',
  changed: 'Geändert',
  resubmitted: 'Erneut eingereicht',
  mine: 'Meine',
};

/** So long it belongs to whoever opened it, unless somebody takes it over. */
export const REVIEW_CLAIM_MS = 10 * MINUTE_MS;
/** So long a decision can be undone; its mail leaves afterwards. */
export const UNDO_MS = 10_000;
export const REVIEW_NOTE_MAX = 1000;
export const REVIEW_PAGE = 50;
/** The queue is counted so far; a longer one says «999+» instead of being read to its end. */
export const COUNTED_MOST = 1000;
export const countText = (count: number): string =>
  count >= COUNTED_MOST ? `${COUNTED_MOST - 1}+` : String(count);

const MOST_FOR_REPORTS = 75;
/** An account counts as new for so long. */
const ACCOUNT_NEW_MS = 14 * DAY_MS;
/** So many things without a complaint are a good history. */
const GOOD_HISTORY = 3;

export interface Signal {
  code: SignalCode;
  points: number;
  sentence: string;
  /** The words in the text that it is about. */
  hits?: string[];
  /** The other picture of a similar one. */
  other?: { n: number; image_id: number };
}

/** Pictures whose hashes differ in at most so many of 64 bits are similar. */
export const SIMILAR_BITS = 6;

export interface SimilarPicture {
  /** The place of the own picture, from 1. */
  n: number;
  image_id: number;
  /** The number of the thing it belongs to, if that is held. */
  held: number | null;
}

/** All that the signals are computed from. */
export interface ReviewFacts {
  thing: ReviewedThing;
  /** By field. */
  content: ReviewContent;
  /** What was approved last. */
  approved: ReviewContent | null;
  /** One for each picture at most. */
  similar: readonly SimilarPicture[];
  phoneOfHeld: boolean;
  phoneElsewhere: number;
  chargeback: boolean;
  reports: number;
  /** The phrase of the house that it says, once one was forbidden. */
  phrase?: string | undefined;
  /** Nothing else of this account has been approved or waits before it. */
  first: boolean;
  accountSince: Date;
  /** Things approved in 180 days of an account without a hold. */
  good: number;
}

/** What visitors see, by field; lists for regions, pictures and the like. */
export type ReviewContent = Readonly<Record<string, string | readonly (string | number)[]>>;

const TEXT_FIELDS = [
  ...['titel', 'name', 'club_name', 'text', 'story_title', 'beschreibung'],
] as const;
const PATTERNS = {
  word_age:
    /\b(?:minderjährig\w*|schulmädchen|schülerin(?:nen)?|lolitas?|teen(?:ie|ager)?s?|noch keine 18|unter 18|1[0-7][- ]?(?:jahre(?: alt)?|jährig\w*|years? old)|barely legal)(?![\wäöü])/giu,
  phrase_near:
    /(?<![\wäöü])(?:ohne alles|ohne extras?|alles inklusive|tabulos\w*|naturfranz[\wäöü]*|fo natur|natur pur|bareback|blank|pur und|risikofreudig|auf eigenes risiko)(?![\wäöü])/giu,
  contact_in_text:
    /(?:\+41|0041|(?<!\d)0)(?:\s?\(0\))?[\s./-]?7[5-9](?:[\s./-]?\d){7}(?!\d)|(?:https?:\/\/|www\.)\S+|(?<![\w@.-])(?:[\w-]+\.)+(?:ch|com|net|org|li|de|info)\b/giu,
} as const;

/** The text of a field as visitors read it. */
export const fieldText = (content: ReviewContent, field: string): string => {
  const value = content[field];
  if (value === undefined) return '';
  if (typeof value !== 'string') return value.join(', ');
  return field === 'beschreibung' ? plainText(value) : value;
};

/** All that visitors read of it in sentences. */
export const wholeText = (content: ReviewContent): string =>
  TEXT_FIELDS.map((field) => fieldText(content, field)).join('\n');

function hitsIn(content: ReviewContent, pattern: RegExp): string[] {
  const found = TEXT_FIELDS.flatMap((field) =>
    [...fieldText(content, field).matchAll(pattern)].map(([hit]) => hit),
  );
  return [...new Set(found)];
}

/**
 * Names of the fields that differ; pictures and films by their content, in any order. What was not
 * stored then is not known to differ.
 */
export function changedFields(before: ReviewContent, after: ReviewContent): string[] {
  const same = (value: ReviewContent[string] | undefined) =>
    JSON.stringify(typeof value === 'object' ? value.map(String).toSorted() : (value ?? ''));
  return Object.keys(before).filter((field) => same(before[field]) !== same(after[field]));
}

const FIELD_LABELS: Record<string, string> = {
  titel: 'Titel',
  name: 'Name',
  club_name: 'Name des Clubs',
  text: 'Text',
  story_title: 'Story-Titel',
  beschreibung: 'Beschreibung',
  sprachen: 'Sprachen',
  telefon: 'Telefon',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  homepage: 'Webseite',
  url: 'Link',
  ort: 'Adresse',
  wo: 'Wo im Inserat',
  erreichbar: 'Erreichbar',
  oeffnungszeiten: 'Öffnungszeiten',
  canton: 'Kanton',
  cantons: 'Regionen',
  categories: 'Kategorien',
  offerings: 'Angebote',
  bild: 'Bilder',
  video: 'Videos',
};
export const fieldLabel = (field: string): string => FIELD_LABELS[field] ?? field;
/** In the order in which a page shows them. */
export const CONTENT_FIELDS = Object.keys(FIELD_LABELS);

const IN_A_SENTENCE = {
  inserat: 'Inserat',
  banner: 'Banner',
  club: 'Club',
  story: 'Story',
} as const;
const many = (n: number, one: string, more: string) => (n === 1 ? one : more);

/** Why it may need a closer look, each in a sentence with its points. */
export function signalsOf(facts: ReviewFacts, weights: RiskWeights, now: Date): Signal[] {
  const { content, thing } = facts;
  const signals: Signal[] = [];
  const add = (code: SignalCode, sentence: string, more: Partial<Signal> = {}) =>
    signals.push({ code, points: weights[code], sentence, ...more });

  const ages = hitsIn(content, PATTERNS.word_age);
  if (ages.length > 0)
    add('word_age', `Der Text enthält «${ages[0]}»: Hinweis auf Alter.`, { hits: ages });
  const ofHeld = facts.similar.find(({ held }) => held !== null);
  if (ofHeld)
    add(
      'picture_of_held',
      `Bild ${ofHeld.n} gleicht einem Bild aus dem gesperrten Inserat ${ofHeld.held}.`,
      { other: { n: ofHeld.n, image_id: ofHeld.image_id } },
    );
  if (facts.phoneOfHeld)
    add('phone_of_held', 'Die Telefonnummer gehört auch zu einem gesperrten Konto.');
  const elsewhere = facts.similar.find(({ held }) => held === null);
  if (elsewhere)
    add('picture_elsewhere', `Bild ${elsewhere.n} gleicht einem Bild in einem anderen Konto.`, {
      other: { n: elsewhere.n, image_id: elsewhere.image_id },
    });
  if (facts.chargeback) add('chargeback', 'Eine Zahlung dieses Kontos wurde zurückgebucht.');
  if (facts.phoneElsewhere > 0)
    add(
      'phone_elsewhere',
      `Die Telefonnummer steht in ${facts.phoneElsewhere} ${many(facts.phoneElsewhere, 'anderen Konto', 'anderen Konten')}.`,
    );
  const near = [
    ...(facts.phrase === undefined ? [] : [facts.phrase]),
    ...hitsIn(content, PATTERNS.phrase_near),
  ];
  if (near.length > 0)
    add('phrase_near', `«${near[0]}» ist einem verbotenen Angebot ähnlich.`, { hits: near });
  if (facts.reports > 0)
    add('report', `${facts.reports} offene ${many(facts.reports, 'Meldung', 'Meldungen')}.`, {
      points: Math.min(MOST_FOR_REPORTS, weights.report * facts.reports),
    });
  if (facts.first) {
    const one = thing === 'inserat' ? 'Erstes' : thing === 'story' ? 'Erste' : 'Erster';
    add('first_thing', `${one} ${IN_A_SENTENCE[thing]} dieses Kontos.`);
  }
  const changed = facts.approved ? changedFields(facts.approved, content) : [];
  if (changed.length > 0)
    add('changed', `Seit der Freigabe geändert: ${changed.map(fieldLabel).join(', ')}.`);
  const age = now.getTime() - facts.accountSince.getTime();
  if (age < ACCOUNT_NEW_MS) {
    const days = Math.max(0, Math.floor(age / DAY_MS));
    add(
      'account_new',
      days === 0
        ? 'Konto besteht seit heute.'
        : `Konto besteht seit ${days} ${many(days, 'Tag', 'Tagen')}.`,
    );
  }
  const contacts = hitsIn(content, PATTERNS.contact_in_text);
  if (contacts.length > 0)
    add('contact_in_text', 'Telefon oder Adresse einer Webseite im Text.', { hits: contacts });
  if (facts.good >= GOOD_HISTORY)
    add('good_history', `${facts.good} Inserate ohne Beanstandung in 180 Tagen.`);
  return signals;
}

/** The sum of the signals, from 0 to 100. */
export const pointsOf = (signals: readonly Pick<Signal, 'points'>[]): number =>
  Math.min(
    MOST_POINTS,
    Math.max(
      0,
      signals.reduce((sum, { points }) => sum + points, 0),
    ),
  );

export interface Piece {
  text: string;
  kind: DifferenceKind;
}

/** The most words on either side that are compared word by word. */
const MOST_WORDS = 800;

/** What was removed and added between two texts, word by word. */
export function diffOf(before: string, after: string): Piece[] {
  const words = (text: string) => text.match(/\s+|\S+/g) ?? [];
  // The same text is compared however long it is.
  if (before === after) return after === '' ? [] : [{ text: after, kind: 'same' }];
  return differenceBetween(words(before), words(after), MOST_WORDS)
    .filter(({ parts }) => parts.length > 0)
    .map(({ kind, parts }) => ({ kind, text: parts.join('') }));
}

/** The text cut at its hits, which are marked. */
export function markedIn(text: string, hits: readonly string[]): { text: string; hit: boolean }[] {
  const known = hits.filter((hit) => hit !== '').toSorted((a, b) => b.length - a.length);
  if (known.length === 0) return [{ text, hit: false }];
  const any = new RegExp(
    `(${known.map((hit) => hit.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'gi',
  );
  return text
    .split(any)
    .map((part, at) => ({ text: part, hit: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** Fewer decisions than this say nothing. */
const ENOUGH_DECISIONS = 20;

export interface MeasuredReview {
  decidedAt: Date;
  waitedMs: number;
}

/**
 * The median from handing in to the first decision: of 7 days, of 30 with fewer than 20 decisions,
 * null with fewer than 20 again.
 */
export function medianWait(decided: readonly MeasuredReview[], now: Date): number | null {
  for (const days of [7, 30]) {
    const since = now.getTime() - days * DAY_MS;
    const waits = decided
      .filter(({ decidedAt }) => decidedAt.getTime() > since)
      .map(({ waitedMs }) => waitedMs)
      .toSorted((a, b) => a - b);
    if (waits.length < ENOUGH_DECISIONS) continue;
    const half = Math.floor(waits.length / 2);
    return waits.length % 2 === 1 ? waits[half]! : (waits[half - 1]! + waits[half]!) / 2;
  }
  return null;
}

/**
 * What an owner reads of it: rounded up to five minutes below an hour, else to full hours (BOF-51).
 */
export function promiseText(medianMs: number): string {
  const minutes = Math.max(5, Math.ceil(medianMs / (5 * MINUTE_MS)) * 5);
  const hours = Math.ceil(medianMs / HOUR_MS);
  const time =
    minutes < 60 ? `${minutes} Minuten` : hours === 1 ? 'einer Stunde' : `${hours} Stunden`;
  return `Wir prüfen neue Inserate zurzeit in etwa ${time}.`;
}

/**
 * `first`: the first ad, banner and club of an account wait until one of the kind is approved.
 * `before`: all of them wait, and every change of name, text or picture.
 */
export const MODERATION_MODES = ['after', 'first', 'before'] as const;
export type ModerationMode = (typeof MODERATION_MODES)[number];

/** What waits and is not decided for so long is taken off. */
export const UNDECIDED_MS = 7 * DAY_MS;

/** «Seit 12 Min.», «Seit 3 Std.», «Seit 2 Tagen» */
export function waitingText(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime());
  if (ms < HOUR_MS) return `Seit ${Math.floor(ms / MINUTE_MS)} Min.`;
  if (ms < 2 * DAY_MS) return `Seit ${Math.floor(ms / HOUR_MS)} Std.`;
  return `Seit ${Math.floor(ms / DAY_MS)} Tagen`;
}

/** Whether an approval is looked at by a second person: by a keyed hash, nobody can choose. */
export const isSampled = (hashHex: string, share: number): boolean =>
  Number.parseInt(hashHex.slice(0, 8), 16) / 2 ** 32 < share;
