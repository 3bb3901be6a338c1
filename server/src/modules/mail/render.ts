import type { Content } from './store.ts';

export interface Rendered {
  text: string;
  html: string;
}

/** A letter whose button leads to a whole address. */
export interface Addressed {
  paragraphs: string[];
  button?: { label: string; url: string };
  unsubscribe?: string;
}

/** Why this letter came, before the link that ends it. */
export const UNSUBSCRIBE = {
  why: 'Du bekommst diese Nachricht, weil du den Newsletter bestellt und bestätigt hast.',
  label: 'Newsletter abbestellen',
};

/** Both parts of a mail. The template is loaded with the first one, so that no start waits for it. */
export async function renderMail({ paragraphs, button, unsubscribe }: Content, publicUrl: string): Promise<Rendered> {
  const { mailHtml } = await import('./template.ts');
  const letter: Addressed = {
    paragraphs,
    ...(button && { button: 'page' in button ? { label: button.label, url: publicUrl + button.page } : button }),
    ...(unsubscribe && { unsubscribe: publicUrl + unsubscribe }),
  };
  return { text: mailText(letter), html: await mailHtml(letter) };
}

/** Every address stands on a line of its own, where each mail program recognises the whole of it. */
function mailText({ paragraphs, button, unsubscribe }: Addressed): string {
  return [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(unsubscribe ? [UNSUBSCRIBE.why, `${UNSUBSCRIBE.label}:\n${unsubscribe}`] : []),
  ].join('\n\n');
}
