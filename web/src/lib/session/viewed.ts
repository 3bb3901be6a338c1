/** The account whose pages somebody of the house reads in this document (BOF-78). */
export const viewed: string | undefined = /^\/betrieb\/ansicht\/(\d+)(\/|$)/.exec(
  globalThis.location?.pathname ?? '',
)?.[1];

/** Where a view leads when it is over. */
export const viewedCard = `/betrieb/kundinnen/${viewed}`;
