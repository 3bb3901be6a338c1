import { type MailTexts, wordsOf } from './standard.ts';
import type { Content } from './store.ts';

export interface Rendered {
  text: string;
  html: string;
}

/** Content whose links are absolute addresses. */
export interface Addressed {
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Beside the address of the button. */
  fallback: string;
  /** Empty for none. */
  signature: string;
  unsubscribe?: string;
}

/** The reason for the mail, before its unsubscribe link. */
export const UNSUBSCRIBE = {
  why: 'Du bekommst diese Nachricht, weil du den Newsletter bestellt und bestätigt hast.',
  label: 'Newsletter abbestellen',
};

/** Returns both parts of a mail. The template is loaded on first use, to keep the start fast. */
export async function renderMail(
  { paragraphs, button, unsubscribe, texts: own }: Content,
  publicUrl: string,
  valid: MailTexts,
): Promise<Rendered> {
  const texts = own ?? valid;
  const { mailHtml } = await import('./template.ts');
  const content: Addressed = {
    paragraphs: paragraphs.map((paragraph) => wordsOf(paragraph, texts)),
    fallback: texts.sentences.button,
    signature: texts.signature,
    ...(button && {
      button: 'page' in button ? { label: button.label, url: publicUrl + button.page } : button,
    }),
    ...(unsubscribe && { unsubscribe: publicUrl + unsubscribe }),
  };
  return { text: mailText(content), html: await mailHtml(content) };
}

/** Each address has a line of its own, so that mail programs link all of it. */
function mailText({ paragraphs, button, signature, unsubscribe }: Addressed): string {
  return [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(signature ? [signature] : []),
    ...(unsubscribe ? [UNSUBSCRIBE.why, `${UNSUBSCRIBE.label}:\n${unsubscribe}`] : []),
  ].join('\n\n');
}
