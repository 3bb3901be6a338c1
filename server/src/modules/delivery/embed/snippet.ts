import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';

/** What a framed banner may do: open what was clicked in a window of its own. */
export const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';
export const FRAME_TITLE = 'Anzeige';

/** Height of a row of text links in pixels. */
const LINKS_HEIGHT = 60;

/** Pixels of the frame; text links take whatever width there is. */
export const frameSize = (slot: BannerTypeId): { width: number | null; height: number } =>
  BANNER_TYPES[slot].size ?? { width: null, height: LINKS_HEIGHT };

/** Address of a place of a website; with `.js` behind it, of the script that draws it. */
export const embedPath = (websiteId: string, slot: BannerTypeId): string => `/embed/${websiteId}/${slot}`;

/**
 * What a website puts where the banner is to stand. Without a script it frames the banner itself; an overlay needs the script, because
 * nobody could close it.
 */
export function embedSnippet(publicUrl: string, websiteId: string, slot: BannerTypeId): string {
  const address = publicUrl + embedPath(websiteId, slot);
  const script = `<script src="${address}.js" async referrerpolicy="no-referrer"></script>`;
  if (slot === 'a3') return script;
  const { width, height } = frameSize(slot);
  const frame = [
    ...[`src="${address}"`, `width="${width ?? '100%'}"`, `height="${height}"`, `sandbox="${SANDBOX}"`],
    ...['referrerpolicy="no-referrer"', 'loading="lazy"', `title="${FRAME_TITLE}"`],
  ];
  return `${script}\n<noscript><iframe ${frame.join(' ')}></iframe></noscript>`;
}
