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

export const ROWS_A_PAGE = 25;
/** BOF-71 */
export const NOTE_MAX = 2000;
export const REASON_MAX = 500;
