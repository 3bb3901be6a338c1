import { createHash } from 'node:crypto';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { MailSender } from '../../modules/mail/ports.ts';
import { escapeHtml, withLinks } from '../../platform/html.ts';

/** Without SMTP settings mails are kept in the outbox, shown by the mailbox page. */
export const mailboxSender: MailSender = { send: async () => {} };

export interface MailboxEntry {
  id: number;
  to: string;
  subject: string;
  text: string;
  date: Date;
  /** Why it is not delivered yet; empty afterwards. */
  note: string;
}

const STYLE = `
:root { color-scheme: light dark; --canvas: oklch(0.977 0.0045 22); --surface: oklch(0.996 0.0015 22); --text: oklch(0.3 0.022 12);
  --muted: oklch(0.452 0.02 12); --border: oklch(0.91 0.0085 18); --brand: oklch(0.425 0.145 13); --soft: oklch(0.964 0.034 84); }
@media (prefers-color-scheme: dark) { :root { --canvas: oklch(0.17 0.012 12); --surface: oklch(0.215 0.014 12); --text: oklch(0.92 0.008 18);
  --muted: oklch(0.75 0.012 16); --border: oklch(0.32 0.014 12); --brand: oklch(0.8 0.09 12); --soft: oklch(0.33 0.05 70); } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 1rem/1.55 'Hanken Grotesk', system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; letter-spacing: -.02em; line-height: 1.2; }
.lead { margin: .25rem 0 1.5rem; color: var(--muted); }
article { background: var(--surface); border: 1px solid var(--border); border-radius: 14px; padding: 1rem 1.25rem 1.25rem; margin-top: 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline; }
h2 { margin: 0; font-size: 1.0625rem; overflow-wrap: anywhere; }
time, .to { color: var(--muted); font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.to { margin: 0; }
.text { margin: .875rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.look { margin: .75rem 0 0; font-size: .875rem; }
.note { margin: .75rem 0 0; padding: .375rem .75rem; border-radius: 8px; background: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
a { color: var(--brand); } a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 3px; }
.empty { padding: 3rem 1.25rem; text-align: center; color: var(--muted); }
`;

/** No scripts and no resources but the page's own style sheet. */
export const MAILBOX_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For one rendered mail: no scripts, no resources; links open in a new window. */
export const MAIL_CSP = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

export function mailboxPage(entries: readonly MailboxEntry[]): string {
  const count = entries.length === 1 ? '1 Nachricht' : `${entries.length} Nachrichten`;
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Postfach der Entwicklung</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Postfach</h1>
<p class="lead">${count}, die neueste zuerst. Diese Seite gibt es nur in der Entwicklung; zum Aktualisieren neu laden.</p>
${entries.map(article).join('\n') || '<article class="empty">Noch keine Nachrichten.</article>'}
</main>
</body>
</html>
`;
}

const article = (entry: MailboxEntry) => `<article>
<header><h2>${escapeHtml(entry.subject)}</h2><time datetime="${entry.date.toISOString()}">${formatDateTime(entry.date)}</time></header>
<p class="to">An ${escapeHtml(entry.to)}</p>
<p class="text">${withLinks(escapeHtml(entry.text))}</p>
<p class="look"><a href="/dev/mailbox/${entry.id}">Gestaltete Ansicht</a></p>
${entry.note ? `<p class="note">${escapeHtml(entry.note)}</p>` : ''}
</article>`;
