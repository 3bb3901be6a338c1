/** Icons of the texts that the server renders, drawn as those of the pages (Lucide, ISC). */
const icon = (shapes: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" ' +
  `stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="i" aria-hidden="true">${shapes}</svg>`;

const BUBBLE =
  '<path d="M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z"/>';
const BY_TERM: Record<string, string> = {
  'E-Mail': icon(
    '<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/>',
  ),
  Telefon: icon(
    '<path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384"/>',
  ),
  Antwort: icon(`${BUBBLE}<path d="m10 8-3 3 3 3"/><path d="M17 14v-1a2 2 0 0 0-2-2H7"/>`),
};
const OTHER = icon(BUBBLE);

export const ICONS = {
  open: icon('<path d="m6 9 6 6 6-6"/>'),
  hours: icon('<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>'),
  /** Of a line of contact, by what it is. */
  of: (term: string): string => BY_TERM[term] ?? OTHER,
};
