import { LOOK_DELAY_DAYS } from '@samtrot/shared/access/looks.ts';
import { DELETION_WAITS_MS, EMAIL_CHANGE_SENTENCE } from '@samtrot/shared/accounts/change-rules.ts';
import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { EXPORT_OFFERED_MS, EXPORTS_A_DAY } from '@samtrot/shared/data-export/rules.ts';
import { AUTOMATIC_SENTENCES, HOLD_SENTENCES } from '@samtrot/shared/holds/sentences.ts';
import { DRAFT_KEPT_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { BROWSER_STORAGE } from '@samtrot/shared/legal/browser-storage-rules.ts';
import { PERSONAL_DATA, reportsKept } from '@samtrot/shared/legal/personal-data-rules.ts';
import { KEPT_DAYS, VISIT_HASH_HOURS } from '@samtrot/shared/legal/retention-rules.ts';
import { RATING_SENTENCE, UPLOAD_LIVES_MS } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { CONTACT_WORDS } from '@samtrot/shared/statistics/rules.ts';
import type { PLACEHOLDERS } from '@samtrot/shared/texts/rules.ts';
import { AMOUNT_SENTENCES } from '@samtrot/shared/topups/rules.ts';
import { escapeHtml } from '../../platform/html.ts';

/** What texts state of the settings. */
export interface TextSettings {
  operator: {
    name: string;
    street: string;
    city: string;
    country: string;
    uid: string;
    register: string;
    representative: string;
    email: string;
    phone: string;
    hosting: string;
    abroad: string;
    eu: string;
  };
  /** `8.1 %` */
  vat: string;
  reportKeepMonths: number;
}

/** Words; several sentences, each an entry or a paragraph of its own; or parts of a page. */
export type Value = string | readonly string[] | { html: string; block?: true };
export type Values = Record<(typeof PLACEHOLDERS)[number], Value>;

const COOKIES = BROWSER_STORAGE.filter(({ place }) => place === 'Cookie');
const STAYING = BROWSER_STORAGE.filter(({ stays }) => stays);
const span = ({ min, max }: { min: number; max: number }) => `${min} bis ${max} Monate`;

function names(stored: typeof BROWSER_STORAGE): Value {
  const keys = stored.map(({ key }) => `<code>${escapeHtml(key)}</code>`);
  return { html: `${keys.slice(0, -1).join(', ')} und ${keys.at(-1)}` };
}

const factsOf = (facts: readonly (readonly [term: string, html: string])[]) =>
  `<dl class="legal-facts">${facts.map(([term, html]) => `<dt>${term}</dt><dd>${html}</dd>`).join('')}</dl>`;
const entryOf = (title: string, facts: Parameters<typeof factsOf>[0]) =>
  `<div class="legal-entry"><h3>${title}</h3>${factsOf(facts)}</div>`;

const storage = (): string =>
  BROWSER_STORAGE.map(({ key, place, what, until }) =>
    entryOf(`<code>${escapeHtml(key)}</code>`, [
      ['Was', escapeHtml(what)],
      ['Wo', place === 'Cookie' ? place : `Speicher des Browsers (${place})`],
      ['Wie lange', escapeHtml(until)],
    ]),
  ).join('');

const directory = (months: number): string =>
  PERSONAL_DATA.map(({ title, what, purpose, basis, kept, tables }) =>
    entryOf(escapeHtml(title), [
      ['Was', escapeHtml(what)],
      ['Wozu', escapeHtml(purpose)],
      ['Grundlage', escapeHtml(basis)],
      ['Wie lange', escapeHtml(tables.includes('report') ? reportsKept(String(months)) : kept)],
      ['Tabellen', `<span class="legal-tables"><code>${tables.join(', ')}</code></span>`],
    ]),
  ).join('');

/** What stands in the place of each placeholder: settings, and what the product does. */
export function valuesOf({ operator, vat, reportKeepMonths }: TextSettings): Values {
  const email = escapeHtml(operator.email);
  const contacts = Object.values(CONTACT_WORDS);
  const address = [operator.name, operator.street, operator.city, operator.country]
    .map(escapeHtml)
    .join('<br>');
  return {
    firma: operator.name,
    strasse: operator.street,
    ort: operator.city,
    land: operator.country,
    adresse: {
      html: `<address>${address}<br>E-Mail: <a class="link link-target" href="mailto:${email}">${email}</a></address>`,
      block: true,
    },
    uid: operator.uid,
    register: operator.register,
    vertretung: operator.representative,
    email: operator.email,
    telefon: operator.phone,
    serverstandort: operator.hosting,
    ausland: operator.abroad,
    eu_vertretung: operator.eu,
    mwst: vat,
    gratis_tage: String(PACKAGES.free.days),
    entwurf_tage: String(DRAFT_KEPT_MS / DAY_MS),
    ausblenden_tage: String(MAX_HIDDEN_DAYS),
    banner_monate: span(BANNER_MONTHS),
    club_monate: span(CLUB_MONTHS),
    bedenkzeit_stunden: String(DELETION_WAITS_MS / HOUR_MS),
    adresse_geaendert: EMAIL_CHANGE_SENTENCE,
    einstufung: RATING_SENTENCE,
    betraege: AMOUNT_SENTENCES.join(' '),
    rueckerstattung: REFUND_SENTENCES,
    sperren: HOLD_SENTENCES,
    cookies: names(COOKIES),
    bleibendes: names(STAYING),
    browserspeicher: { html: storage(), block: true },
    verzeichnis: { html: directory(reportKeepMonths), block: true },
    upload_stunden: String(UPLOAD_LIVES_MS / HOUR_MS),
    meldung_tage: String(KEPT_DAYS.reportSource),
    kontaktarten: `${contacts.slice(0, -1).join(', ')} oder ${contacts.at(-1)}`,
    besuch_stunden: String(VISIT_HASH_HOURS),
    einsicht_tage: String(LOOK_DELAY_DAYS),
    automatik: AUTOMATIC_SENTENCES,
    kopien_am_tag: String(EXPORTS_A_DAY),
    kopie_tage: String(EXPORT_OFFERED_MS / DAY_MS),
  };
}
