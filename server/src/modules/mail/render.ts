import type { Content } from './store.ts';

export interface Rendered {
  text: string;
  html: string;
}

/** Content whose links are absolute addresses. */
export interface Addressed {
  paragraphs: string[];
  button?: { label: string; url: string };
  unsubscribe?: string;
}

/** The reason for the mail, before its unsubscribe link. */
export const UNSUBSCRIBE = {
  why: 'Du bekommst diese Nachricht, weil du den Newsletter bestellt und bestätigt hast.',
  label: 'Newsletter abbestellen',
};

/** Returns both parts of a mail. The template is loaded on first use, to keep the start fast. */
export async function renderMail(
  { paragraphs, button, unsubscribe }: Content,
  publicUrl: string,
): Promise<Rendered> {
  const { mailHtml } = await import('./template.ts');
  const content: Addressed = {
    paragraphs,
    ...(button && {
      button: 'page' in button ? { label: button.label, url: publicUrl + button.page } : button,
    }),
    ...(unsubscribe && { unsubscribe: publicUrl + unsubscribe }),
  };
  return { text: mailText(content), html: await mailHtml(content) };
}

/** Each address has a line of its own, so that mail programs link all of it. */
function mailText({ paragraphs, button, unsubscribe }: Addressed): string {
  return [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(unsubscribe ? [UNSUBSCRIBE.why, `${UNSUBSCRIBE.label}:\n${unsubscribe}`] : []),
  ].join('\n\n');
}
