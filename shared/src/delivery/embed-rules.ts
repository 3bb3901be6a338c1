/**
 * What a list of ads in somebody's page may look like: four colours, and how round its corners are.
 */
export const EMBED_COLOURS = {
  akzent: { label: 'Akzent', usual: '8c1d37' },
  grund: { label: 'Hintergrund', usual: 'fffdfd' },
  text: { label: 'Text', usual: '38292b' },
  rand: { label: 'Rand', usual: 'e7dfdf' },
} as const;
export type EmbedColour = keyof typeof EMBED_COLOURS;
export const EMBED_COLOUR_IDS = Object.keys(EMBED_COLOURS) as EmbedColour[];
/** Pixels. */
export const EMBED_CORNERS = { usual: 14, most: 32 } as const;

export interface EmbedLook extends Record<EmbedColour, string> {
  ecken: number;
}
export const USUAL_LOOK: EmbedLook = {
  akzent: EMBED_COLOURS.akzent.usual,
  grund: EMBED_COLOURS.grund.usual,
  text: EMBED_COLOURS.text.usual,
  rand: EMBED_COLOURS.rand.usual,
  ecken: EMBED_CORNERS.usual,
};

/** The look that an address asks for; what is no colour or no number stays as usual. */
export function lookOf(query: Record<string, unknown>): EmbedLook {
  const look = { ...USUAL_LOOK };
  for (const id of EMBED_COLOUR_IDS) {
    const typed = query[id];
    if (typeof typed === 'string' && /^[\da-f]{6}$/i.test(typed)) look[id] = typed.toLowerCase();
  }
  const { ecken } = query;
  if (typeof ecken === 'string' && /^\d{1,2}$/.test(ecken))
    look.ecken = Math.min(Number(ecken), EMBED_CORNERS.most);
  return look;
}

/** What differs from the usual look, for an address. */
export function lookQuery(look: EmbedLook): [name: string, value: string][] {
  const all = [...EMBED_COLOUR_IDS, 'ecken'] as const;
  return all.filter((id) => look[id] !== USUAL_LOOK[id]).map((id) => [id, String(look[id])]);
}

/** Links lead to new windows, and nothing else is allowed. */
export const LIST_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';
export const LIST_TITLE = 'Inserate';

/** The address of a list: of a canton, or of all. */
export function listAddress(address: string, canton: string, look: EmbedLook): string {
  const parts = [...(canton === '' ? [] : [['kanton', canton] as const]), ...lookQuery(look)];
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query === '' ? address : `${address}?${query}`;
}

/**
 * One line of HTML that shows the list on any page, without a script and without a server of one's
 * own.
 */
export function listSnippet(address: string, canton: string, look: EmbedLook): string {
  const src = listAddress(address, canton, look).replaceAll('&', '&amp;');
  return `<iframe src="${src}" title="${LIST_TITLE}" width="100%" height="640" frameborder="0" sandbox="${LIST_SANDBOX}" referrerpolicy="no-referrer" loading="lazy"></iframe>`;
}
