import { tidyEmail } from '../accounts/rules.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import { FILES_MAX } from './file-rules.ts';
import { NAME_MAX } from './rules.ts';

/** A larger mail is not read: its header alone becomes an entry (BOF-85). */
export const MAIL_MAX_BYTES = 30 * 1024 * 1024;
/** What of a mail's text is kept. */
export const MAIL_TEXT_MAX = 20_000;
const SUBJECT_MAX = 200;
const EVENT_MAX = 300;
/** So many attachments that are left out are named. */
const NAMED_MAX = 10;

export const mailTexts = {
  quote: '[Zitat weggelassen]',
  cut: '[Text gekürzt]',
  empty: '[kein Text]',
  oversized: '[Die E-Mail ist zu gross. Sie liegt im Postfach des Mailservers.]',
  malformed: '[Die E-Mail lässt sich nicht lesen. Sie liegt im Postfach des Mailservers.]',
  automatic: 'Automatische Antwort',
  without: 'Ohne Anhang',
} as const;

/** Lines with which mail programs begin what they quote. */
const QUOTE_BEGINS = [
  /^-{2,} ?(Ursprüngliche Nachricht|Originalnachricht|Original Message|Weitergeleitete Nachricht) ?-{2,}$/i,
  /^_{20,}$/,
];
/** «Am 20.11.2026 um 13:00 schrieb Samtrot:», in one line or in two. */
const ATTRIBUTION =
  /^(Am|On|Le|Il) (?=.{0,100}\d).{1,300} (schrieb|wrote|écrit|scritto)(?!\p{L}).{0,200}:$/iu;

/** A reply without the quoted mail; a text that is nothing but a quote stays as it is. */
export function withoutQuote(text: string): string {
  const lines = tidyText(text).split('\n');
  const start = lines.findIndex((line, index) => {
    const next = lines[index + 1] ?? '';
    return (
      QUOTE_BEGINS.some((begins) => begins.test(line)) ||
      ATTRIBUTION.test(line) ||
      (/^(Am|On|Le|Il) /i.test(line) && ATTRIBUTION.test(`${line} ${next}`))
    );
  });
  const kept = lines.slice(0, start < 0 ? undefined : start);
  while (/^>|^$/.test(kept.at(-1) ?? 'x')) kept.pop();
  if (kept.length === 0 || kept.length === lines.length) return lines.join('\n');
  return `${kept.join('\n').trimEnd()}\n\n${mailTexts.quote}`;
}

export interface MailContent {
  /** The sender's address if it is not that of the thread. */
  from?: string;
  /** Of a mail that begins a thread. */
  subject?: string;
  text: string;
  headOnly: 'oversized' | 'malformed' | null;
  /** Names of attachments that are not kept. */
  leftOut: readonly string[];
}

/** The entry that a mail becomes. */
export function entryOf({ from, subject, text, headOnly, leftOut }: MailContent): string {
  const head = [
    ...(from === undefined ? [] : [`Von: ${from}`]),
    ...(subject ? [`Betreff: ${tidyLine(subject).slice(0, SUBJECT_MAX)}`] : []),
  ].join('\n');
  const cut = text.length > MAIL_TEXT_MAX;
  const kept = cut ? `${text.slice(0, MAIL_TEXT_MAX)}\n\n${mailTexts.cut}` : text;
  const body = headOnly ? mailTexts[headOnly] : kept.trim() || mailTexts.empty;
  const more = leftOut.length - NAMED_MAX;
  const names = [...leftOut.slice(0, NAMED_MAX), ...(more > 0 ? [`${more} weitere`] : [])];
  const end = names.length === 0 ? '' : `[${mailTexts.without}: ${names.join(', ')}]`;
  return [head, body, end].filter(Boolean).join('\n\n');
}

/** The event that an automatic reply becomes in its thread: one line. */
export const automaticEvent = (text: string): string =>
  `${mailTexts.automatic}: ${tidyLine(text).slice(0, EVENT_MAX) || mailTexts.empty}`;

/** Who wrote, as a thread keeps it. */
export const senderOf = ({ name, address }: { name: string; address: string }) => {
  const email = tidyEmail(address);
  return { email, name: tidyLine(name).slice(0, NAME_MAX) || email.split('@')[0]! };
};

/** Whether one more file fits into an entry. */
export const mayKeep = (kept: number): boolean => kept < FILES_MAX;
