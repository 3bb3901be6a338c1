/** The "Restricted to Adults" label, read by content filters in header and document. */
export const RTA = 'RTA-5042-1996-1400-1577-RTA';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => ENTITIES[char]!);

/** Links in plain text; a trailing full stop is not part of one. */
export const LINKS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/g;

/** Escaped text with its links marked up. */
export const withLinks = (escaped: string): string => escaped.replace(LINKS, '<a href="$1">$1</a>');
