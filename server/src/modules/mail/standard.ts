import type { SentenceId } from '@samtrot/shared/texts/mail-text-rules.ts';

/**
 * A sentence of the house; with `of`, a name after it. It is put in when the mail is rendered
 * (BOF-130).
 */
export interface Standard {
  sentence: SentenceId;
  of?: string;
}
export type Paragraph = string | Standard;

export const GREETING: Standard = { sentence: 'greeting' };
export const greetingOf = (name: string): Standard => ({ sentence: 'greeting', of: name });
export const NOT_YOU: Standard = { sentence: 'not_you' };
export const REPLY_TIME: Standard = { sentence: 'reply' };

/** The words of the house in every mail. */
export interface MailTexts {
  /** Empty for none. */
  signature: string;
  sentences: Record<SentenceId, string>;
}
/** Reads those that are valid then. */
export type ReadMailTexts = (now: Date) => Promise<MailTexts>;

export function wordsOf(paragraph: Paragraph, { sentences }: MailTexts): string {
  if (typeof paragraph === 'string') return paragraph;
  const words = sentences[paragraph.sentence];
  return paragraph.of === undefined ? words : `${words} ${paragraph.of}`;
}
