import { fieldTexts, lengthProblem } from '../kernel/text.ts';
import { DAY_MS, HOUR_MS, localDate, localTime, MINUTE_MS } from '../kernel/time.ts';
import type { OfficeHours } from '../texts/hours-rules.ts';
import { MESSAGE_MAX } from './rules.ts';

export const THREAD_STATES = ['new', 'in_progress', 'answered', 'waiting', 'done', 'spam'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

export const THREAD_LABELS: Record<ThreadState, string> = {
  new: 'Neu',
  in_progress: 'In Arbeit',
  answered: 'Beantwortet',
  waiting: 'Wartet',
  done: 'Erledigt',
  spam: 'Spam',
};

/** The lists of the inbox (BOF-82). */
export const INBOX_LISTS = ['new', 'mine', 'waiting', 'done', 'spam'] as const;
export type InboxList = (typeof INBOX_LISTS)[number];
export const INBOX_LABELS: Record<InboxList, string> = {
  new: 'Neu',
  mine: 'Meine',
  waiting: 'Wartet',
  done: 'Erledigt',
  spam: 'Spam',
};

export const ENTRY_KINDS = ['message', 'answer', 'note', 'event'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What a thread may become with an answer. */
export const ANSWERED_STATES = ['answered', 'waiting', 'done'] as const;
/** What a thread may be closed as, or opened again. */
export const CLOSED_STATES = ['done', 'spam', 'new'] as const;

/** A new message opens a thread again within this time; later it begins another one. */
export const REOPEN_MS = 60 * DAY_MS;
/** An answered thread is done after so much silence. */
export const SILENCE_MS = 14 * DAY_MS;
/** Closed threads are deleted after this (BOF-91). */
export const KEEP_THREADS_MS = 180 * DAY_MS;
/** «schreibt gerade» is shown so long after the last key; pages ask every 15 seconds. */
export const TYPING_MS = 20_000;

/** A message or an answer within a thread: the form asks for ten characters, a reply does not. */
export const replyProblem = (text: string): string | null => lengthProblem(text, 1, MESSAGE_MAX);

const TICKET = /^S-([1-9]\d{0,14})$/i;
/** The id behind `S-10042`; undefined for anything else. */
export function threadIdOf(ticket: string): number | undefined {
  const digits = TICKET.exec(ticket.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
const REPORT = /^M-[1-9]\d{0,14}$/i;
/** `M-2041`, where that is what a message is about; undefined for anything else. */
export const reportNamed = (typed: string): string | undefined =>
  REPORT.exec(typed.trim())?.[0].toUpperCase();
/** The number of an earlier message or of a report on the public form, which may be left out. */
export const optionalTicketProblem = (typed: string): string | null =>
  typed.trim() === '' || threadIdOf(typed) !== undefined || reportNamed(typed) !== undefined
    ? null
    : fieldTexts.format;

/** A text cut at the numbers of reports in it, which lead to them. */
export const cutAtReports = (text: string): { text: string; report: boolean }[] =>
  text
    .split(/(\bM-[1-9]\d{0,14}\b)/)
    .map((part, at) => ({ text: part, report: at % 2 === 1 }))
    .filter(({ text: part }) => part !== '');

/** Whether a thread that was closed then is opened by a new message. */
export const opensAgain = (doneAt: Date | null, now: Date): boolean =>
  doneAt === null || now.getTime() - doneAt.getTime() <= REOPEN_MS;

/** What a template may name (BOF-86). */
export const PLACEHOLDERS = ['name', 'nummer', 'datum', 'link'] as const;
type Values = Partial<Record<(typeof PLACEHOLDERS)[number], string>>;

/** A template with the values that are known; the others stay for the writer. */
export const fillTemplate = (text: string, values: Values): string =>
  PLACEHOLDERS.reduce((filled, name) => {
    const value = values[name];
    return value === undefined ? filled : filled.replaceAll(`{${name}}`, () => value);
  }, text);

/** A template follows what was typed: it replaces nothing. */
export const withTemplate = (typed: string, filled: string): string =>
  typed.trim() === '' ? filled : `${typed.trimEnd()}\n\n${filled}`;

type Placeholder = (typeof PLACEHOLDERS)[number];
export const PLACEHOLDER_LABELS: Record<Placeholder, string> = {
  name: 'Name',
  nummer: 'Nummer',
  datum: 'Datum',
  link: 'Link',
};

/** The placeholders that are left in a text. */
export const openPlaceholders = (text: string): Placeholder[] =>
  PLACEHOLDERS.filter((name) => text.includes(`{${name}}`));

/** «Ergänze: {datum}»; null when nothing is missing. */
export function placeholderProblem(text: string): string | null {
  const open = openPlaceholders(text).map((name) => `{${name}}`);
  return open.length === 0 ? null : `Ergänze: ${open.join(', ')}`;
}

export const TEMPLATE_NAME_MAX = 80;
export const templateNameProblem = (name: string): string | null =>
  lengthProblem(name, 1, TEMPLATE_NAME_MAX);

/** The text of a template: bounded, and only with placeholders that are known. */
export function templateProblem(text: string): string | null {
  const known: readonly string[] = PLACEHOLDERS;
  const other = text.match(/\{[^{}]*\}/g)?.find((name) => !known.includes(name.slice(1, -1)));
  return replyProblem(text) ?? (other ? `Diesen Platzhalter gibt es nicht: ${other}` : null);
}

/** What a person of the house sends: bounded, and without an open placeholder. */
export const answerProblem = (text: string): string | null =>
  replyProblem(text) ?? placeholderProblem(text);

/** How the owner of an account learns of what the house has written (BOF-83). */
export type Told = 'mail' | 'switched_off' | 'unconfirmed';
const TOLD: Record<Told, string> = {
  mail: 'Eine Mail sagt ihr, dass etwas da ist.',
  switched_off: 'Sie bekommt keine Mail: Sie hat ihre E-Mails ausgeschaltet.',
  unconfirmed: 'Sie bekommt keine Mail: Ihre Adresse ist nicht bestätigt.',
};
/** What the writer reads: where it is, and whether a mail goes. */
export const toldText = (what: 'Antwort' | 'Nachricht', told: Told): string =>
  `Die ${what} steht in ihrem Dashboard. ${TOLD[told]}`;

const MOST_DAYS = 60;

/** How many of these minutes of the clock lie within office hours (SUP-12). */
export function officeMinutes(from: Date, to: Date, hours: OfficeHours): number {
  const minuteOf = (at: Date) => {
    const [hour, minute] = localTime(at).split(':').map(Number) as [number, number];
    return hour * 60 + minute;
  };
  const [first, last] = [localDate(from), localDate(to)];
  let sum = 0;
  for (let day = 0; day <= MOST_DAYS; day++) {
    const date = new Date(Date.parse(`${first}T12:00:00Z`) + day * DAY_MS);
    const name = date.toISOString().slice(0, 10);
    if (name > last) break;
    const begin = name === first ? minuteOf(from) : 0;
    const end = name === last ? minuteOf(to) : 24 * 60;
    for (const [open, close] of hours[(date.getUTCDay() + 6) % 7]!)
      sum += Math.max(0, Math.min(end, close) - Math.max(begin, open));
  }
  return sum;
}

/** First answers are measured over this time. */
export const MEASURED_MS = 30 * DAY_MS;
/** Fewer answers than this promise nothing (BOF-90). */
export const PROMISE_FROM = 20;

const words = (minutes: number): string => {
  const hours = Math.ceil((minutes * MINUTE_MS) / HOUR_MS);
  return hours <= 1 ? 'etwa einer Stunde' : `etwa ${hours} Stunden`;
};

/** The sentence about the measured wait; null with too few answers (BOF-90). */
export function promisedWait(minutes: readonly number[]): string | null {
  if (minutes.length < PROMISE_FROM) return null;
  const sorted = minutes.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
  return `Zurzeit antworten wir zu den Bürozeiten meist innert ${words(median)}.`;
}
