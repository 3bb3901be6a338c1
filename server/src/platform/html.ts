/** Restricted to Adults: filters for the young read it in the header and in the document. */
export const RTA = 'RTA-5042-1996-1400-1577-RTA';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char]!);

/** The addresses in a plain text; a full stop behind one is not part of it. */
export const LINKS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/g;

/** Escaped text with its links marked up. */
export const withLinks = (escaped: string): string => escaped.replace(LINKS, '<a href="$1">$1</a>');
