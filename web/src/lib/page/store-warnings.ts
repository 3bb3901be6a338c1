/**
 * What is said of each part beside the account itself that could not be loaded (ERR-040, ERR-047).
 */
export const STORE_WARNINGS = {
  banners: 'Banner-Daten konnten nicht geladen werden',
  topupOptions: 'Aufladepakete konnten nicht geladen werden',
  cart: 'Warenkorb konnte nicht geladen werden',
  transactions: 'Transaktionen konnten nicht geladen werden',
} as const;
