/** What a description may hold (EDI-51): the editor offers it, the server keeps nothing else. */
export const DESCRIPTION_TAGS = [
  'p',
  'br',
  'h1',
  'h2',
  'h3',
  'strong',
  'em',
  'u',
  'ul',
  'ol',
  'li',
] as const;
/** Blocks that may be aligned, and the classes that say how; left is without one. */
export const ALIGNED_TAGS = ['p', 'h1', 'h2', 'h3'] as const;
export const ALIGN_CLASSES = ['align-center', 'align-right'] as const;
/** Characters of a description with its markup; a bound for the parser, no rule for people. */
export const MAX_MARKUP = 40_000;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** What a reader sees of a description: a line for each block, without markup. */
export const plainText = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(?:p|h[1-3]|li|div)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/\n{2,}/g, '\n')
    .trim();

/** A plain text as a description. */
export const asHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`)
    .join('');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
