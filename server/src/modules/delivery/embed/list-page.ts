import { createHash } from 'node:crypto';
import type { DeliveredAd, DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { type EmbedLook, LIST_TITLE, lookQuery } from '@samtrot/shared/delivery/embed-rules.ts';
import { escapeHtml, RTA } from '../../../platform/html.ts';

/** Where a list stands and what it looks like. */
export interface Place {
  publicUrl: string;
  websiteId: string;
  canton: string;
  look: EmbedLook;
}

const STYLE = `
*{box-sizing:border-box}
html,body{margin:0;background:var(--grund);color:var(--text);font:400 16px/1.5 system-ui,sans-serif}
body{padding:12px}
a{color:var(--akzent)}
a:focus-visible{outline:3px solid var(--akzent);outline-offset:2px}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,220px),1fr));gap:12px;margin:0;padding:0;list-style:none}
li,.ad{position:relative;overflow:hidden;border:1px solid var(--rand);border-radius:var(--ecken)}
li{display:flex;flex-direction:column}
li:focus-within{outline:3px solid var(--akzent);outline-offset:1px}
img,.leer{display:block;width:100%;height:auto;aspect-ratio:4/5;object-fit:cover;background:var(--rand)}
h1,h2,p{margin:0;overflow-wrap:anywhere}
h1{font-size:24px;line-height:1.25}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.ad{max-width:900px}
h2{font-size:18px;line-height:1.3}
.in{display:grid;gap:6px;padding:12px}
li h2 a{text-decoration:none}
li h2 a::after{content:"";position:absolute;inset:0}
li h2 a:focus-visible{outline:0}
.melden{position:relative;justify-self:start;min-height:24px;font-size:14px}
.weiter{display:inline-block;margin:12px 0;padding:10px 16px;border:1px solid var(--akzent);border-radius:var(--ecken);text-decoration:none}
.bilder{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,200px),1fr));gap:8px}
.wege{display:flex;flex-wrap:wrap;gap:8px}
.wege a{padding:10px 16px;border-radius:var(--ecken);background:var(--akzent);color:var(--grund);text-decoration:none}
`;

/** Checked values alone: colours of six digits and a number. */
const styleOf = ({ akzent, grund, text, rand, ecken }: EmbedLook): string =>
  `:root{--akzent:#${akzent};--grund:#${grund};--text:#${text};--rand:#${rand};--ecken:${ecken}px}${STYLE}`;

/**
 * What a list may load, who may frame it, and that it never gets more rights than its frame says.
 */
export const listPolicy = (look: EmbedLook, portal: string, websites: readonly string[]): string =>
  `default-src 'none'; img-src ${portal}; style-src 'sha256-${createHash('sha256').update(styleOf(look)).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors ${["'self'", ...websites].join(' ')}; sandbox allow-popups allow-popups-to-escape-sandbox`;

const addressOf = ({ publicUrl, websiteId, canton, look }: Place, path: string, more = '') => {
  const query = new URLSearchParams([
    ...(canton === '' ? [] : [['kanton', canton] as [string, string]]),
    ...lookQuery(look),
    ...(more === '' ? [] : [['weiter', more] as [string, string]]),
  ]).toString();
  return escapeHtml(`${publicUrl}/embed/${websiteId}/${path}${query === '' ? '' : `?${query}`}`);
};

const page = ({ look }: Place, title: string, body: string): string =>
  `<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="RATING" content="${RTA}"><title>${escapeHtml(title)}</title><style>${styleOf(look)}</style></head><body><main>${body}</main></body></html>`;

const picture = ({ urls, width, height }: DeliveredImage, alt: string): string => {
  const files = Object.entries(urls).sort(([a], [b]) => Number(a) - Number(b));
  const set = files.map(([size, url]) => `${url} ${size}w`).join(', ');
  return `<img src="${escapeHtml(files[0]![1])}" srcset="${escapeHtml(set)}" sizes="(min-width:480px) 300px, 100vw" width="${width}" height="${height}" alt="${escapeHtml(alt)}" loading="lazy">`;
};

const placeOf = ({ standort, cantons }: DeliveredAd): string =>
  standort
    ? [standort.plz, standort.ort].filter(Boolean).join(' ')
    : cantons.map(({ name }) => name).join(', ');

/** Reporting opens a form of the portal in a window of its own (BOF-55). */
const reportOf = ({ publicUrl, websiteId }: Place, { id, name }: DeliveredAd): string =>
  `<a class="melden" href="${escapeHtml(`${publicUrl}/melden/inserat/${id}?webseite=${websiteId}`)}" target="_blank" rel="noopener noreferrer nofollow" aria-label="${escapeHtml(`Inserat von ${name} melden`)}">Melden</a>`;

/** One page of ads, without a script; `next` is the cursor of the page after it. */
export function listPage(place: Place, ads: readonly DeliveredAd[], next: string | null): string {
  const cards = ads.map((ad) => {
    const [image] = ad.images;
    const face = image ? picture(image, '') : '<div class="leer"></div>';
    const link = `<a href="${addressOf(place, `inserat/${ad.id}`)}">${escapeHtml(ad.name)}</a>`;
    return `<li>${face}<div class="in"><h2>${link}</h2><p>${escapeHtml(placeOf(ad))}</p><p>${escapeHtml(ad.titel)}</p>${reportOf(place, ad)}</div></li>`;
  });
  const list =
    ads.length > 0 ? `<ul>${cards.join('')}</ul>` : '<p>Zurzeit ist hier kein Inserat.</p>';
  const more = next ? `<a class="weiter" href="${addressOf(place, 'liste', next)}">Mehr</a>` : '';
  return page(place, LIST_TITLE, `<h1 class="sr">${LIST_TITLE}</h1>${list}${more}`);
}

const away = (href: string, label: string): string =>
  `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(label)}</a>`;

/** An ad in the frame of its list. */
export function adPage(place: Place, ad: DeliveredAd): string {
  const { name, titel, telefon, whatsapp, homepage, beschreibung_html, images } = ad;
  const ways = [
    telefon && away(`tel:${telefon}`, 'Anrufen'),
    whatsapp && away(`https://wa.me/${whatsapp.replace('+', '')}`, 'WhatsApp'),
    homepage && away(homepage, 'Webseite'),
  ].filter(Boolean);
  const pictures = images.map((image, at) => picture(image, `Bild ${at + 1} von ${name}`));
  return page(
    place,
    name,
    [
      `<a class="weiter" href="${addressOf(place, 'liste')}">Zur Liste</a>`,
      `<article class="ad"><div class="in"><h1>${escapeHtml(name)}</h1><p>${escapeHtml(placeOf(ad))}</p><p><strong>${escapeHtml(titel)}</strong></p>`,
      ways.length > 0 ? `<p class="wege">${ways.join('')}</p>` : '',
      // Sanitised where it was saved.
      `<div>${beschreibung_html}</div><div class="bilder">${pictures.join('')}</div>${reportOf(place, ad)}</div></article>`,
    ].join(''),
  );
}

/** What was there is not there any more, or never was. */
export const gonePage = (place: Place): string =>
  page(
    place,
    LIST_TITLE,
    `<h1>Dieses Inserat ist nicht mehr da</h1><a class="weiter" href="${addressOf(place, 'liste')}">Zur Liste</a>`,
  );
