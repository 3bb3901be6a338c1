/** Whole credits; 1 credit = 1 CHF. Never a fraction. */
export type Credits = number;

/** Whole Rappen, for what is paid in francs. */
export type Rappen = number;

const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, '’');

/** `CHF 100.-`, `CHF 47.50`, `CHF 1’000.-` (PUB-07). */
export function formatChf(rappen: Rappen): string {
  const sign = rappen < 0 ? '−' : '';
  const francs = Math.trunc(Math.abs(rappen) / 100);
  const rest = Math.abs(rappen) % 100;
  return `${sign}CHF ${grouped(francs)}.${rest === 0 ? '-' : String(rest).padStart(2, '0')}`;
}

/** `1’300`, with the Swiss thousands mark. */
export const formatNumber = (n: number): string => (n < 0 ? `−${grouped(-n)}` : grouped(n));

export const formatCredits = (n: Credits): string =>
  `${formatNumber(n)} ${Math.abs(n) === 1 ? 'Credit' : 'Credits'}`;

/** Francs on the wire are decimal numbers such as 47.5; inside they are Rappen. */
export const francsToRappen = (francs: number): Rappen => Math.round(francs * 100);
export const rappenToFrancs = (rappen: Rappen): number => rappen / 100;
