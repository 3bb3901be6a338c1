/** The tabs of the customer card, by their addresses (BOF-70). */
export const CARD_TABS = {
  inserate: 'Inserate',
  'banner-und-clubs': 'Banner und Clubs',
  zahlungen: 'Zahlungen',
  verlauf: 'Verlauf',
  nachrichten: 'Nachrichten',
  'meldungen-und-sperren': 'Meldungen und Sperren',
  anmeldungen: 'Anmeldungen',
  protokoll: 'Protokoll',
} as const;
export type CardTab = keyof typeof CARD_TABS;
export const CARD_TAB_IDS = Object.keys(CARD_TABS) as CardTab[];

/** Tabs that say how much is in them; the others only grow. */
export const COUNTED_TABS = [
  ...(['inserate', 'banner-und-clubs', 'zahlungen', 'nachrichten'] as const),
  ...(['meldungen-und-sperren', 'anmeldungen'] as const),
] satisfies CardTab[];

/** What sorts a tab: what it is, its state, its time (BOF-144). */
export const CARD_SORTS = ['title', 'state', 'at'] as const;
export type CardSort = (typeof CARD_SORTS)[number];

export const ROWS_A_PAGE = 25;
/** «Warum?»: why contact data is uncovered (BOF-76). */
export const CONTACT_CAUSES = {
  request: 'Anfrage der Kundin',
  payment: 'Zahlung klären',
  report: 'Meldung prüfen',
  security: 'Sicherheit des Kontos',
  other: 'Anderes',
} as const;
export type ContactCause = keyof typeof CONTACT_CAUSES;
export const CONTACT_CAUSE_IDS = Object.keys(CONTACT_CAUSES) as ContactCause[];

/** «Anderes» needs words of its own. */
export const needsText = (cause: ContactCause): boolean => cause === 'other';

/** The reason as the customer reads it. */
export const contactReason = (cause: ContactCause, text: string): string =>
  text === ''
    ? CONTACT_CAUSES[cause]
    : needsText(cause)
      ? text
      : `${CONTACT_CAUSES[cause]}: ${text}`;

/** BOF-71 */
export const NOTE_MAX = 2000;
export const REASON_MAX = 500;
