import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../platform/describe.ts';
import { escapeHtml, RTA } from '../../../platform/html.ts';
import { examples } from './examples.ts';
import { partnerPaths } from './openapi.ts';
import { FORMS, PURPOSES, SECTIONS } from './texts.ts';

/** The colours of the design; its web fonts would be one more download. */
const STYLE = `
:root{color-scheme:light dark;--canvas:oklch(0.977 0.0045 22);--surface:oklch(0.996 0.0015 22);--sunken:oklch(0.955 0.0065 22);--strong:oklch(0.205 0.024 12);
--text:oklch(0.3 0.022 12);--muted:oklch(0.452 0.02 12);--border:oklch(0.91 0.0085 18);--link:oklch(0.425 0.145 13);--soft:oklch(0.942 0.015 14);--deep:oklch(0.298 0.098 11);--nap:oklch(0.405 0.137 13)}
@media (prefers-color-scheme:dark){:root{--canvas:oklch(0.172 0.011 12);--surface:oklch(0.212 0.013 12);--sunken:oklch(0.142 0.01 12);--strong:oklch(0.968 0.004 20);
--text:oklch(0.89 0.007 20);--muted:oklch(0.735 0.012 18);--border:oklch(0.292 0.016 12);--link:oklch(0.8 0.095 18);--soft:oklch(0.254 0.045 12);--deep:oklch(0.276 0.084 11);--nap:oklch(0.478 0.156 14)}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--canvas);color:var(--text);font:1rem/1.6 'Hanken Grotesk',system-ui,sans-serif}
header,main{max-width:60rem;margin:0 auto;padding:1rem}
header a{display:inline-flex;align-items:center;gap:.625rem;min-height:44px;color:var(--strong);font-weight:650;font-size:1.1875rem;letter-spacing:-.02em;text-decoration:none}
main{padding-bottom:4rem}
h1,h2,h3{color:var(--strong);line-height:1.25}
h1{font-size:2rem;letter-spacing:-.025em;margin:1rem 0 .5rem}h2{font-size:1.25rem;letter-spacing:-.01em;margin:0;overflow-wrap:anywhere}h3{font-size:.875rem;margin:1.5rem 0 .5rem}
.lead{color:var(--muted);margin:0 0 1.5rem}
section,nav{background:var(--surface);border:1px solid var(--border);border-radius:14px;padding:1.5rem;margin-top:1rem}
section>ul{margin:.75rem 0 0;padding-left:1.25rem}li+li{margin-top:.375rem}
a{color:var(--link)}a:focus-visible,pre:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:8px}
nav ul{display:grid;grid-template-columns:1fr 1fr;list-style:none;margin:.5rem 0 0;padding:0}nav li+li{margin:0}nav a{display:flex;align-items:center;gap:.625rem;min-height:44px;text-decoration:none}nav a:hover .weg{text-decoration:underline}
.art{flex:none;border-radius:6px;background:var(--soft);color:var(--link);font:600 .75rem/1 ui-monospace,monospace;padding:.375rem .5rem}
h2 .art{margin-right:.625rem;vertical-align:.15em}
.weg,code{font-family:ui-monospace,monospace}.weg{overflow-wrap:anywhere}code{font-size:.9em}li code,p code{background:var(--sunken);border-radius:5px;padding:.1em .3em}
pre{background:var(--sunken);border:1px solid var(--border);border-radius:10px;margin:.5rem 0 0;max-height:32rem;overflow:auto;padding:1rem;font-size:.875rem;line-height:1.55}
table{border-collapse:collapse;width:100%;font-size:.9375rem}th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--border);vertical-align:top;overflow-wrap:break-word}th{color:var(--muted);font-weight:500}td code{white-space:nowrap}
@media (max-width:40rem){nav ul{grid-template-columns:1fr}section,nav{padding:1.25rem 1rem}h1{font-size:1.625rem}}
`;
const MARK = `<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><clipPath id="mark"><rect width="32" height="32" rx="9"/></clipPath><g clip-path="url(#mark)"><rect width="32" height="32" fill="var(--deep)"/><path d="M21.5-2C10 4.5 8.5 10.5 15.5 16S22 27.5 10.5 34H-2V-2Z" fill="var(--nap)"/><path d="M21.5-2C10 4.5 8.5 10.5 15.5 16S22 27.5 10.5 34" fill="none" stroke="oklch(0.66 0.14 18)" stroke-width="1.6"/></g></svg>`;

export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The reference for partner websites, as a page without scripts. */
export function referencePage(origin: string): string {
  const paths = partnerPaths() as Record<string, Record<string, JsonObject>>;
  const examplesOf = examples(origin) as Record<string, readonly Example[]>;
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const list = entries.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}">${nameOf(method, path)}</a></li>`,
  );
  const sections = entries.map(({ path, method, operation }) =>
    callSection(path, method, operation, origin, examplesOf[path] ?? []),
  );
  return `<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="RATING" content="${RTA}"><title>Schnittstelle für Partner-Webseiten</title><style>${STYLE}</style></head><body><header><a href="/">${MARK}Samtrot</a></header><main>
<h1>Schnittstelle für Partner-Webseiten</h1>
<p class="lead">Für Programme: <a href="/partner/v1/openapi.json">OpenAPI 3.1</a> und <a href="/partner/v1/schema.json">JSON-Schema</a> derselben Antworten.</p>
${SECTIONS.map(sectionOf).join('\n')}
<nav aria-label="Aufrufe"><h2>Aufrufe</h2><ul>${list.join('')}</ul></nav>
${sections.join('\n')}
</main></body></html>`;
}

interface Example {
  ask: string;
  /** The request body; with one the call is a POST. */
  send?: object;
  answer: object;
}

const nameOf = (method: string, path: string) =>
  `<span class="art">${method}</span> <span class="weg">${escapeHtml(path)}</span>`;

const sectionOf = ({ title, points }: (typeof SECTIONS)[number]) =>
  `<section><h2>${title}</h2><ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul></section>`;

function callSection(
  path: string,
  method: string,
  operation: JsonObject,
  origin: string,
  examples: readonly Example[],
): string {
  const {
    operationId,
    parameters = [],
    requestBody,
  } = operation as unknown as {
    operationId: string;
    parameters?: { name: string; in: string; required: boolean }[];
    requestBody?: {
      content: { 'application/json': { schema: { properties: object; required: string[] } } };
    };
  };
  const body = requestBody?.content['application/json'].schema;
  const members = Object.keys(body?.properties ?? {}).map((name) => ({
    name,
    required: body!.required.includes(name),
  }));
  const fields = [...parameters.filter((one) => one.in !== 'header'), ...members];
  const rows = fields.map(
    ({ name, required }) =>
      `<tr><td><code>${name}</code></td><td>${required ? 'ja' : 'nein'}</td><td>${escapeHtml(FORMS[name] ?? '')}</td></tr>`,
  );
  const table = rows.length
    ? `<table><thead><tr><th>Angabe</th><th>nötig</th><th>Form</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    : '';
  const calls = examples.map(
    ({ ask, send, answer }) =>
      `<h3>Beispiel</h3><pre tabindex="0">curl -H "Authorization: Bearer $KEY" \\\n${send ? `  --json '${escapeHtml(JSON.stringify(send))}' \\\n` : ''}  "${escapeHtml(origin + ask)}"</pre><pre tabindex="0">${escapeHtml(JSON.stringify(answer, null, 2))}</pre>`,
  );
  return `<section><h2 id="${operationId}">${nameOf(method, path)}</h2><p>${escapeHtml(PURPOSES[operationId] ?? '')}</p>${table}${calls.join('')}</section>`;
}
