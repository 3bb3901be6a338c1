import { LOOK_DELAY_DAYS } from '@samtrot/shared/access/looks.ts';
import { DELETION_WAITS_MS, EMAIL_CHANGE_SENTENCE } from '@samtrot/shared/accounts/change-rules.ts';
import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { included, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { PRICE_MARKERS } from '@samtrot/shared/catalogue/price-text.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { COUPON_ATTEMPTS } from '@samtrot/shared/coupons/rules.ts';
import { EXPORT_OFFERED_MS, EXPORTS_A_DAY } from '@samtrot/shared/data-export/rules.ts';
import { AUTOMATIC_SENTENCES, HOLD_SENTENCES } from '@samtrot/shared/holds/sentences.ts';
import { DRAFT_KEPT_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { PROMOTED_HOURS } from '@samtrot/shared/inserate/promotion-rules.ts';
import { WITHDRAW_MS } from '@samtrot/shared/inserate/withdraw-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { BROWSER_STORAGE } from '@samtrot/shared/legal/browser-storage-rules.ts';
import { PERSONAL_DATA, reportsKept } from '@samtrot/shared/legal/personal-data-rules.ts';
import { KEPT_DAYS, VISIT_HASH_HOURS } from '@samtrot/shared/legal/retention-rules.ts';
import { RATING_SENTENCE, UPLOAD_LIVES_MS } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { CONTACT_LABELS } from '@samtrot/shared/statistics/rules.ts';
import { SUPPORT_TIMES } from '@samtrot/shared/support/rules.ts';
import { KEEP_THREADS_MS } from '@samtrot/shared/support/thread-rules.ts';
import type { PLACEHOLDERS } from '@samtrot/shared/texts/rules.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
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
  /** Origin of the links in mails. */
  publicUrl: string;
}

/** Words; several sentences, each an entry or a paragraph of its own; or parts of a page. */
export type Value = string | readonly string[] | { html: string; block?: true };
export type Values = Record<(typeof PLACEHOLDERS)[number], Value>;

const COOKIES = BROWSER_STORAGE.filter(({ place }) => place === 'Cookie');
const STAYING = BROWSER_STORAGE.filter(({ stays }) => stays);
const span = ({ min, max }: { min: number; max: number }) => `${min} bis ${max} Monate`;

const listed = (words: readonly string[], last: 'und' | 'oder') =>
  `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

function names(stored: typeof BROWSER_STORAGE): Value {
  const keys = stored.map(({ key }) => `<code>${escapeHtml(key)}</code>`);
  return { html: listed(keys, 'und') };
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
  const { number, credits } = PRICE_MARKERS;
  const [free, premium] = [included('free'), included('1_day')];
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
    // With markers of the reasons of the moment, as with prices.
    sperren: HOLD_SENTENCES,
    cookies: names(COOKIES),
    bleibendes: names(STAYING),
    browserspeicher: { html: storage(), block: true },
    verzeichnis: { html: directory(reportKeepMonths), block: true },
    upload_stunden: String(UPLOAD_LIVES_MS / HOUR_MS),
    meldung_tage: String(KEPT_DAYS.reportSource),
    kontaktarten: listed(Object.values(CONTACT_LABELS), 'oder'),
    besuch_stunden: String(VISIT_HASH_HOURS),
    einsicht_tage: String(LOOK_DELAY_DAYS),
    automatik: AUTOMATIC_SENTENCES,
    kopien_am_tag: String(EXPORTS_A_DAY),
    kopie_tage: String(EXPORT_OFFERED_MS / DAY_MS),
    antwort: SUPPORT_TIMES.reply,
    auszahlung_dauer: SUPPORT_TIMES.payout,
    ueberweisung_dauer: SUPPORT_TIMES.transfer,
    // A text of its own, which `pages.ts` puts in.
    buerozeiten: '',
    extra_stunden: String(PROMOTED_HOURS),
    gratis_umfang: `${free.regions} Region, ${free.categories} Kategorie, ${free.images} Bilder`,
    premium_umfang: `${premium.regions} Regionen, ${premium.categories} Kategorien, ${premium.images} Bilder und ${premium.videos} Videos`,
    gutschein_sekunden: String(COUPON_ATTEMPTS.seconds),
    gutschein_versuche: String(COUPON_ATTEMPTS.attempts),
    nachricht_tage: String(KEEP_THREADS_MS / DAY_MS),
    rueckerstattung_geplant: REFUND_SENTENCES[0],
    rueckzug_minuten: String(WITHDRAW_MS / MINUTE_MS),
    zahlungsarten: listed(Object.values(PAYMENT_METHODS), 'und'),
    // Prices are versions, too: `pages.ts` puts those of the moment in the place of these markers.
    preis_banner: credits.banner,
    preis_club: credits.club,
    preis_monat: credits['1_month'],
    preis_planung: credits.planned,
    preis_push: credits.dailyPush,
    preis_region: credits.region,
    preis_tag: credits['1_day'],
    preis_topad: credits.topAd,
    zahl_farbe: number.colour,
    zahl_story: number.story,
  };
}
