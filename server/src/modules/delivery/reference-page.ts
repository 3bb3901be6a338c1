import { createHash } from 'node:crypto';
import type { JsonObject } from '../../platform/describe.ts';
import { escapeHtml } from '../../platform/html.ts';
import { partnerPaths } from './reference.ts';
import { examples } from './reference-examples.ts';
import { FORMS, PURPOSES, SECTIONS } from './reference-words.ts';

const STYLE = `
:root{color-scheme:light dark;--rand:#8a7b92;--grund:#f4eff3;--wort:#7a2f5d}
@media (prefers-color-scheme:dark){:root{--rand:#6d5f75;--grund:#241a29;--wort:#e3a6cb}}
*{box-sizing:border-box}
body{font:1rem/1.6 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.75rem;line-height:1.2}h2{font-size:1.25rem;margin-top:3rem;overflow-wrap:anywhere}h3{font-size:1rem;margin-bottom:.25rem}
a{color:var(--wort)}nav ul{columns:2;padding-left:1.25rem}nav a{display:inline-block;padding:.65rem 0}
@media (max-width:40rem){nav ul{columns:1}}
pre{padding:1rem;background:var(--grund);border-radius:.5rem;overflow-x:auto;font-size:.875rem;line-height:1.5}
pre:focus-visible,a:focus-visible{outline:3px solid var(--wort);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.9375rem}th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid var(--rand);vertical-align:top;overflow-wrap:break-word}td code{white-space:nowrap}
.weg{font-family:ui-monospace,monospace}
`;

export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The reference for partner websites: a page without any script. */
export function referencePage(origin: string): string {
  const paths = partnerPaths() as Record<string, Record<string, JsonObject>>;
  const known = examples(origin) as Record<string, readonly Asked[]>;
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const list = entries.map(
    ({ path, method, operation }) =>
      `<li><a class="weg" href="#${operation.operationId}">${method} ${escapeHtml(path)}</a></li>`,
  );
  const parts = entries.map(({ path, method, operation }) => part(path, method, operation, origin, known[path] ?? []));
  return `<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Schnittstelle für Partner-Webseiten</title><style>${STYLE}</style></head><body><main>
<h1>Schnittstelle für Partner-Webseiten</h1>
<p>Für Programme: <a href="/partner/v1/openapi.json">OpenAPI 3.1</a> und <a href="/partner/v1/schema.json">JSON-Schema</a> derselben Antworten.</p>
${SECTIONS.map(sectionOf).join('\n')}
<nav aria-label="Aufrufe"><h2>Aufrufe</h2><ul>${list.join('')}</ul></nav>
${parts.join('\n')}
</main></body></html>`;
}

interface Asked {
  ask: string;
  /** What goes with it; then it is a POST. */
  send?: object;
  answer: object;
}

const sectionOf = ({ title, points }: (typeof SECTIONS)[number]) =>
  `<section><h2>${title}</h2><ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul></section>`;

function part(path: string, method: string, operation: JsonObject, origin: string, asks: readonly Asked[]): string {
  const {
    operationId,
    parameters = [],
    requestBody,
  } = operation as unknown as {
    operationId: string;
    parameters?: { name: string; in: string; required: boolean }[];
    requestBody?: { content: { 'application/json': { schema: { properties: object; required: string[] } } } };
  };
  const body = requestBody?.content['application/json'].schema;
  const members = Object.keys(body?.properties ?? {}).map((name) => ({
    name,
    required: body!.required.includes(name),
  }));
  const asked = [...parameters.filter((one) => one.in !== 'header'), ...members];
  const rows = asked.map(
    ({ name, required }) =>
      `<tr><td><code>${name}</code></td><td>${required ? 'ja' : 'nein'}</td><td>${escapeHtml(FORMS[name] ?? '')}</td></tr>`,
  );
  const table = rows.length
    ? `<table><thead><tr><th>Angabe</th><th>nötig</th><th>Form</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    : '';
  const calls = asks.map(
    ({ ask, send, answer }) =>
      `<h3>Beispiel</h3><pre tabindex="0">curl -H "Authorization: Bearer $KEY" \\\n${send ? `  --json '${escapeHtml(JSON.stringify(send))}' \\\n` : ''}  "${escapeHtml(origin + ask)}"</pre><pre tabindex="0">${escapeHtml(JSON.stringify(answer, null, 2))}</pre>`,
  );
  return `<section><h2 id="${operationId}" class="weg">${method} ${escapeHtml(path)}</h2><p>${escapeHtml(PURPOSES[operationId] ?? '')}</p>${table}${calls.join('')}</section>`;
}
