import { createHash } from 'node:crypto';
import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { escapeHtml, RTA } from '../../../platform/html.ts';
import type { ShownBanner } from '../banner-serving/snapshot.ts';
import { FRAME_TITLE } from './snippet.ts';

/** A banner with the token of this view. */
export interface Framed {
  banner: ShownBanner;
  token: string;
}

const STYLE = `
*{box-sizing:border-box}
html,body{margin:0;height:100%;background:transparent;font:400 16px/1.5 system-ui,sans-serif}
.bild{position:relative;display:block;height:100%}
.bild img{display:block;width:100%;height:100%;object-fit:cover}
.mal{position:absolute;left:-9px;top:0;width:1px;height:1px}
.oben{position:absolute;top:6px;right:6px;display:flex;gap:4px}
.wort{padding:0 6px;border-radius:6px;background:#fff;color:#55485c;font-size:12px;line-height:24px}
@media (prefers-color-scheme:dark){.bild .wort,.bild a.melden{background:#1f1618;color:#e3d9db}}
.zeile{display:flex;align-items:center;gap:8px;height:60px;padding:0 4px;overflow-x:auto;white-space:nowrap}
.zeile .wort{flex:none}
.leer{display:grid;height:100%;min-height:60px;padding:8px;place-items:center;border:1px dashed #8a7b92;background:#fff;color:#55485c;font-size:14px;text-align:center}
.zeile .ziel{flex:none;display:inline-block;padding:9px 16px;border:1px solid #8a7b92;border-radius:22px;background:#fff;color:#1c1120;text-decoration:none;line-height:24px}
a.melden{flex:none;min-width:24px;padding:0 6px;color:#55485c;font-size:12px;line-height:24px}
.bild a.melden{border-radius:6px;background:#fff}
a:focus-visible{outline:3px solid #7a2f5d;outline-offset:-3px}
.zeile a.ziel:focus-visible{outline-offset:1px}
`;

const styleHash = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The content security policy of a framed page: what it may load and who may frame it. */
export const framePolicy = (portal: string, websites: readonly string[]): string =>
  `default-src 'none'; img-src ${portal} data:; style-src ${styleHash}; base-uri 'none'; form-action 'none'; frame-ancestors ${websites.join(' ')}`;

/** The origin of a website with and without `www.`. */
export function originsOf(website: string): string[] {
  const { protocol, host, hostname, origin } = new URL(website);
  const isName = hostname.includes('.') && !/^[\d.]+$|^\[/.test(hostname);
  if (!isName) return [origin];
  return [
    origin,
    `${protocol}//${host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`}`,
  ];
}

/**
 * The framed page of a placement, without scripts. Its colour scheme equals that of its frame
 * (`script.ts`); otherwise browsers paint an opaque background, visible around the image.
 */
export function framePage(
  framed: readonly Framed[],
  publicUrl: string,
  slot: BannerTypeId,
  websiteId: string,
): string {
  const [first] = framed;
  const scheme = slot === 'a3' ? 'light dark' : 'light';
  if (!first) return page('', scheme);
  const marks = framed.map(
    ({ token }) => `<img class="mal" src="${publicUrl}/b/v/${token}" width="1" height="1" alt="">`,
  );
  const links = framed.map(({ banner, token }) => ({
    target: linkOf(banner, `${publicUrl}/b/c/${token}`),
    report: reportLinkOf(
      banner,
      `${publicUrl}/melden/banner/${banner.publicId}?webseite=${websiteId}`,
    ),
  }));
  const word = `<span class="wort">${FRAME_TITLE}</span>`;
  const body = first.banner.image
    ? `<div class="bild">${links[0]!.target}<span class="oben">${links[0]!.report}${word}</span></div>`
    : `<div class="zeile">${word}${links.map(({ target, report }) => target + report).join('')}</div>`;
  return page(body + marks.join(''), scheme);
}

/**
 * The same for the console of the website: nothing counts, and nothing leads anywhere (BOF-124).
 */
export function previewPage(shown: readonly ShownBanner[], slot: BannerTypeId): string {
  const word = `<span class="wort">${FRAME_TITLE}</span>`;
  const [first] = shown;
  if (!first) {
    const size = BANNER_TYPES[slot].size;
    const place = size ? `${size.width} × ${size.height} px` : 'Textlinks';
    return page(`<div class="leer">Hier läuft noch kein Banner (${place}).</div>`, 'light');
  }
  if (first.image)
    return page(
      `<div class="bild">${pictureOf(first.image)}<span class="oben">${word}</span></div>`,
      'light',
    );
  const links = shown.map(({ text }) => `<span class="ziel">${escapeHtml(text)}</span>`);
  return page(`<div class="zeile">${word}${links.join('')}</div>`, 'light');
}

const page = (body: string, scheme: string) =>
  `<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="color-scheme" content="${scheme}"><title>${FRAME_TITLE}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

/** Reporting needs no script: it opens a form of the portal (BOF-55). */
const reportLinkOf = ({ text }: ShownBanner, address: string): string =>
  `<a class="melden" href="${address}" target="_blank" rel="noopener noreferrer nofollow" aria-label="${escapeHtml(`${FRAME_TITLE}${text && ` «${text}»`} melden`)}">Melden</a>`;

function linkOf({ text, image }: ShownBanner, address: string): string {
  const inside = image ? pictureOf(image) : escapeHtml(text);
  return `<a class="ziel" href="${address}" target="_blank" rel="noopener noreferrer nofollow sponsored">${inside}</a>`;
}

function pictureOf({ urls, width, height }: DeliveredImage): string {
  const files = Object.entries(urls).sort(([a], [b]) => Number(a) - Number(b));
  const [, largest] = files.at(-1)!;
  const set = files.map(([size, url]) => `${url} ${size}w`).join(', ');
  return `<img src="${escapeHtml(largest)}" srcset="${escapeHtml(set)}" sizes="100vw" width="${width}" height="${height}" alt="${FRAME_TITLE}">`;
}

/** The page shown after a click whose banner has no target. */
export const notePage = (title: string, text: string): string =>
  `<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="RATING" content="${RTA}"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem;line-height:1.25}</style></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body></html>`;
