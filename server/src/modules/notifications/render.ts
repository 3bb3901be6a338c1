import type { Content } from './store.ts';

export interface Rendered {
  text: string;
  html: string;
}

/** Both parts of a mail. The template is loaded with the first one, so that no start waits for it. */
export async function renderLetter(content: Content): Promise<Rendered> {
  const { letterHtml } = await import('./template.ts');
  return { text: letterText(content), html: await letterHtml(content) };
}

/** Every address stands on a line of its own, where each mail program recognises the whole of it. */
function letterText({ paragraphs, button }: Content): string {
  return `${[...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : [])].join('\n\n')}`;
}
