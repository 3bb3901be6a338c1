import { addCalendarDays } from '../kernel/calendar.ts';
import { type DifferenceKind, differenceBetween } from '../kernel/difference.ts';
import { formatDate } from '../kernel/format.ts';
import { lengthProblem } from '../kernel/text.ts';
import { MINUTE_MS } from '../kernel/time.ts';
import { hoursOf, hoursTexts } from './hours-rules.ts';
import { mailWordsProblem, sentencesProblem } from './mail-text-rules.ts';
import {
  factsOf,
  type Inline,
  isLink,
  type Markup,
  markupOf,
  partsOf,
  questionsOf,
  valuesIn,
} from './markup-rules.ts';

export const TEXT_MAX = 40_000;
const LEAST_AHEAD_MS = 5 * MINUTE_MS;
/** New terms are announced to every account so long before they are valid (BOF-129). */
export const TERMS_AHEAD_DAYS = 30;

export interface TextKind {
  label: string;
  /** A public page of its own, with its versions. */
  path?: string;
  /**
   * Sections with anchors; sections of questions; a title with paragraphs; terms with their facts;
   * lines as they are.
   */
  form: 'document' | 'questions' | 'note' | 'facts' | 'plain';
  /** Stands in mails (BOF-130). */
  mail?: true;
  /** Characters; `TEXT_MAX` where nothing is said. */
  max?: number;
  /**
   * The placeholders that it has to name: what the law asks for and what the product really does.
   */
  required: readonly string[];
}

export const TEXTS = {
  imprint: {
    label: 'Impressum',
    path: '/impressum',
    form: 'document',
    required: ['adresse', 'register', 'telefon', 'uid', 'vertretung'],
  },
  terms: {
    label: 'Rechtliches',
    path: '/rechtliches',
    form: 'document',
    required: [
      ...[
        'adresse_geaendert',
        'ausblenden_tage',
        'banner_monate',
        'bedenkzeit_stunden',
        'betraege',
      ],
      ...['club_monate', 'einstufung', 'entwurf_tage', 'firma', 'gratis_tage', 'mwst', 'ort'],
      ...['rueckerstattung', 'sperren'],
    ],
  },
  privacy: {
    label: 'Datenschutz',
    path: '/datenschutz',
    form: 'document',
    required: [
      ...['adresse', 'adresse_geaendert', 'ausland', 'automatik', 'bedenkzeit_stunden'],
      ...['besuch_stunden', 'bleibendes', 'browserspeicher', 'cookies', 'einsicht_tage', 'email'],
      ...['eu_vertretung', 'kontaktarten', 'kopie_tage', 'kopien_am_tag', 'meldung_tage'],
      ...['serverstandort', 'upload_stunden', 'verzeichnis'],
    ],
  },
  faq: {
    label: 'Häufige Fragen',
    form: 'questions',
    required: [
      ...['adresse_geaendert', 'antwort', 'bedenkzeit_stunden', 'betraege', 'buerozeiten'],
      ...['einstufung', 'kopie_tage', 'kopien_am_tag', 'nachricht_tage', 'rueckerstattung'],
      ...['sperren', 'zahlungsarten'],
    ],
  },
  hours: { label: 'Bürozeiten', form: 'facts', required: [] },
  contact: {
    label: 'Kontaktzeilen',
    form: 'facts',
    required: ['antwort', 'buerozeiten', 'email', 'telefon'],
  },
  helplines: { label: 'Hilfsnummern', form: 'note', required: [] },
  mail_signature: { label: 'Mailsignatur', form: 'plain', mail: true, max: 500, required: [] },
  mail_sentences: {
    label: 'Sätze in Mails',
    form: 'facts',
    mail: true,
    max: 2000,
    required: ['antwort'],
  },
} as const satisfies Record<string, TextKind>;

export type TextId = keyof typeof TEXTS;
export const TEXT_IDS = Object.keys(TEXTS) as [TextId, ...TextId[]];
export const textKind = (id: TextId): TextKind => TEXTS[id];

/** Those that anybody reads; the back office alone asks for the others. */
export const PUBLIC_TEXT_IDS = [
  ...(['imprint', 'terms', 'privacy', 'faq', 'contact', 'helplines'] as const),
] as const;

/** Every placeholder that a text may name; the server knows what stands in its place. */
export const PLACEHOLDERS = [
  ...['firma', 'strasse', 'ort', 'land', 'adresse', 'uid', 'register', 'vertretung', 'email'],
  ...['telefon', 'serverstandort', 'ausland', 'eu_vertretung', 'mwst', 'gratis_tage'],
  ...['entwurf_tage', 'ausblenden_tage', 'banner_monate', 'club_monate', 'bedenkzeit_stunden'],
  ...['adresse_geaendert', 'einstufung', 'betraege', 'rueckerstattung', 'sperren', 'cookies'],
  ...['bleibendes', 'browserspeicher', 'verzeichnis', 'upload_stunden', 'meldung_tage'],
  ...['kontaktarten', 'besuch_stunden', 'einsicht_tage', 'automatik', 'kopien_am_tag'],
  ...['kopie_tage', 'antwort', 'auszahlung_dauer', 'buerozeiten', 'extra_stunden'],
  ...['gratis_umfang', 'gutschein_sekunden', 'gutschein_versuche', 'nachricht_tage'],
  ...['premium_umfang', 'preis_banner', 'preis_club', 'preis_monat', 'preis_planung'],
  ...['preis_push', 'preis_region', 'preis_tag', 'preis_topad', 'rueckerstattung_geplant'],
  ...['rueckzug_minuten', 'ueberweisung_dauer', 'zahl_farbe', 'zahl_story', 'zahlungsarten'],
] as const;

export const textTexts = {
  title: 'Die erste Zeile ist der Titel, mit «# » davor',
  sections: 'Der Text braucht mindestens einen Abschnitt, mit «## » davor',
  untitled: 'Ein Abschnitt hat keinen Titel',
  anchor: (id: string) => `Zwei Abschnitte haben denselben Anker: ${id}`,
  question: (title: string) =>
    `Unter «${title}» fehlt eine Frage mit Antwort: «### » davor, die Antwort darunter`,
  paragraphs: 'Unter den Titel gehören nur Absätze',
  facts: 'Schreib jede Zeile als zwei: die Angabe, darunter «: » und was dazu gehört',
  number: 'Es fehlt eine Telefonnummer zum Antippen, als [117](tel:117)',
  link: (href: string) => `Dieser Link geht nicht: ${href}`,
  unknown: (name: string) => `Diesen Platzhalter gibt es nicht: {${name}}`,
  missing: (names: readonly string[]) =>
    `Es fehlt, was eingesetzt werden muss: ${names.map((name) => `{${name}}`).join(', ')}`,
  past: 'Der Zeitpunkt ist vorbei',
  soon: 'Frühestens in 5 Minuten',
  ahead: (day: string) =>
    `Neue Bedingungen kündigen wir ${TERMS_AHEAD_DAYS} Tage vorher an: frühestens ab ${day}`,
  taken: 'Zu diesem Zeitpunkt beginnt schon eine andere Fassung',
  same: 'Es ist nichts anders als in der gültigen Fassung',
};

function sectionsProblem({ sections }: Markup): string | null {
  if (sections.length === 0) return textTexts.sections;
  const seen = new Set<string>();
  for (const { id: anchor, title } of sections) {
    if (title === '') return textTexts.untitled;
    if (seen.has(anchor)) return textTexts.anchor(anchor);
    seen.add(anchor);
  }
  return null;
}

/** What each form asks of a text beyond its links and placeholders. */
const FORM_PROBLEMS: Record<TextKind['form'], (markup: Markup) => string | null> = {
  document: (markup) => (markup.title === '' ? textTexts.title : sectionsProblem(markup)),
  questions(markup) {
    if (markup.title === '') return textTexts.title;
    const bare = markup.sections.find((section) => {
      const { before, questions } = questionsOf(section);
      return before || questions.length === 0 || questions.some(({ answer }) => !answer.length);
    });
    return sectionsProblem(markup) ?? (bare ? textTexts.question(bare.title) : null);
  },
  note({ title, lead, sections }) {
    if (title === '') return textTexts.title;
    const plain = lead.length > 0 && lead.every(({ kind }) => kind === 'paragraph');
    return plain && sections.length === 0 ? null : textTexts.paragraphs;
  },
  facts: (markup) => (factsOf(markup) ? null : textTexts.facts),
  plain: () => null,
};

/** What is wrong with a text, or null (BOF-127). */
export function textProblem(id: TextId, content: string): string | null {
  const { form, required, mail, max = TEXT_MAX } = textKind(id);
  // A signature may be left out.
  const length = lengthProblem(content, form === 'plain' ? 0 : 1, max);
  if (length) return length;
  const markup = markupOf(content);
  const found = (mail ? mailWordsProblem(content) : null) ?? FORM_PROBLEMS[form](markup);
  if (found) return found;
  if (id === 'mail_sentences') {
    const problem = sentencesProblem(content);
    if (problem) return problem;
  }
  if (id === 'hours' && !hoursOf(content)) return hoursTexts.shape;
  if (id === 'helplines' && !partsOf(markup).some(isPhone)) return textTexts.number;
  for (const part of partsOf(markup))
    if (part.kind === 'link' && !isLink(part.href)) return textTexts.link(part.href);
  const named = valuesIn(markup);
  const unknown = named.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  if (unknown) return textTexts.unknown(unknown);
  const missing = required.filter((name) => !named.includes(name));
  return missing.length > 0 ? textTexts.missing(missing) : null;
}

const isPhone = (part: Inline) => part.kind === 'link' && part.href.startsWith('tel:');

/** Why a version cannot begin then; null where it can. */
export function textStartProblem(id: TextId, validFrom: Date, now: Date): string | null {
  if (validFrom <= now) return textTexts.past;
  if (validFrom.getTime() - now.getTime() < LEAST_AHEAD_MS) return textTexts.soon;
  const earliest = addCalendarDays(now, TERMS_AHEAD_DAYS);
  return id === 'terms' && validFrom < earliest
    ? textTexts.ahead(formatDate(addCalendarDays(earliest, 1)))
    : null;
}

/** More are not compared line by line. */
const MOST_LINES = 1000;

export interface Difference {
  line: string;
  kind: DifferenceKind;
}

/**
 * The lines of two texts side by side; what is the same is left out but for the line before a
 * change.
 */
export function differenceOf(before: string, after: string): Difference[] {
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const [old, now] = [lines(before), lines(after)];
  const all = differenceBetween(old, now, MOST_LINES).flatMap(({ kind, parts }) =>
    parts.map((line): Difference => ({ line, kind })),
  );
  const changed = (at: number) => all[at] !== undefined && all[at].kind !== 'same';
  return all.filter((_, at) => changed(at) || changed(at + 1));
}
