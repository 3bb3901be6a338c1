import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDisposable } from '@samtrot/shared/accounts/disposable.ts';
import { DISPOSABLE_EMAIL } from '@samtrot/shared/accounts/rules.ts';

/**
 * Never disposable, whatever a list says: services that forward an alias, which cautious people
 * need most, and ordinary providers, with their subdomains.
 */
const KEPT = new Set(
  `
  simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com aleeas.com 8alias.com 8shield.net silomails.com dralias.com
  passmail.net passmail.com passinbox.com passfwd.com proton.me pm.me protonmail.com protonmail.ch
  addy.io anonaddy.com anonaddy.me addymail.com 4wrd.cc mailer.me
  privaterelay.appleid.com icloud.com me.com mac.com
  mozmail.com relay.firefox.com duck.com
  fastmail.com fastmail.fm fastmail.net fastmail.org sent.com 123mail.org fea.st
  33mail.com erine.email cloaked.id
  bluewin.ch gmx.ch hispeed.ch sunrise.ch hin.ch green.ch ik.me etik.com infomaniak.ch netplus.ch swissonline.ch vtxnet.ch
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com gmx.net gmx.de gmx.at web.de t-online.de freenet.de
  posteo.de mailbox.org tuta.com tutanota.com riseup.net disroot.org hey.com zoho.com
`
    .trim()
    .split(/\s+/),
);

/** The field's message for a disposable address of valid form, or null. */
export const emailRefused = (email: string): string | null =>
  isDisposableEmail(email) ? DISPOSABLE_EMAIL : null;

/** By the patterns that the registration page checks too, or by a maintained list of domains. */
function isDisposableEmail(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const suffixes = domain.split('.').map((_, from, parts) => parts.slice(from).join('.'));
  if (suffixes.some((suffix) => KEPT.has(suffix))) return false;
  return isDisposable(domain) || suffixes.some(isListed);
}

let list: string | undefined;

/**
 * Binary search in one text of sorted lines: 56,000 domains take 0.9 MB, a set takes five times as
 * much.
 */
function isListed(domain: string): boolean {
  list ??= readList();
  let [from, to] = [0, list.length];
  while (from < to) {
    const start = list.lastIndexOf('\n', Math.floor((from + to) / 2) - 1) + 1;
    const end = list.indexOf('\n', start);
    const line = list.slice(start, end);
    if (line === domain) return true;
    if (line < domain) from = end + 1;
    else to = start;
  }
  return false;
}

/** Read as text: a loaded module stays in memory. */
function readList(): string {
  const code = readFileSync(createRequire(import.meta.url).resolve('mailchecker'), 'utf8');
  const start = code.indexOf('["');
  const domains: string[] = JSON.parse(code.slice(start, code.indexOf('"]', start) + 2));
  return `${domains.sort().join('\n')}\n`;
}
