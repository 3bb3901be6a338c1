import { escapeHtml, withLinks } from '../../platform/html.ts';

/** The HTML part of a text-first mail: the same paragraphs, links that can be clicked, nothing that is loaded from anywhere. */
export function letterHtml(paragraphs: readonly string[]): string {
  const body = paragraphs.map((text) => `<p>${withLinks(escapeHtml(text)).replaceAll('\n', '<br>')}</p>`).join('\n');
  return `<!doctype html>
<html lang="de">
<body style="margin:0;padding:24px;background:#fff;color:#33272a;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34em">
${body}
</div>
</body>
</html>
`;
}
