import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';

/** A framed banner may only open its target in a new window. */
export const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';
export const FRAME_TITLE = 'Anzeige';

/** Height of a row of text links in pixels. */
const LINKS_HEIGHT = 60;

/** Frame size in pixels; text links use the available width. */
export const frameSize = (slot: BannerTypeId): { width: number | null; height: number } =>
  BANNER_TYPES[slot].size ?? { width: null, height: LINKS_HEIGHT };

/** Path of a website's placement; with `.js` appended, of its script. */
export const embedPath = (websiteId: string, slot: BannerTypeId): string =>
  `/embed/${websiteId}/${slot}`;

/**
 * The HTML for a banner. Without scripts it frames the banner directly; an overlay needs the script
 * to be closable.
 */
export function embedSnippet(publicUrl: string, websiteId: string, slot: BannerTypeId): string {
  const address = publicUrl + embedPath(websiteId, slot);
  const script = `<script src="${address}.js" async referrerpolicy="no-referrer"></script>`;
  if (slot === 'a3') return script;
  const { width, height } = frameSize(slot);
  const frame = [
    ...[
      `src="${address}"`,
      `width="${width ?? '100%'}"`,
      `height="${height}"`,
      `sandbox="${SANDBOX}"`,
    ],
    ...['referrerpolicy="no-referrer"', 'loading="lazy"', `title="${FRAME_TITLE}"`],
  ];
  return `${script}\n<noscript><iframe ${frame.join(' ')}></iframe></noscript>`;
}
