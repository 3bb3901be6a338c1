/** A month of the Swiss calendar, `2026-11`. */
export const MONTH = /^(20\d{2})-(0[1-9]|1[0-2])$/;

/** Addresses of the documents of the caller, by the session's cookie. */
export const documentPaths = {
  receipt: (paymentId: string) => `/papers/receipt/${paymentId}.pdf`,
  correction: (refundId: string) => `/papers/correction/${refundId}.pdf`,
  statement: (month: string) => `/papers/statement/${month}.pdf`,
  history: '/papers/history.csv',
};

const MONTHS = [
  ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli'],
  ...['August', 'September', 'Oktober', 'November', 'Dezember'],
];

/** `November 2026` of `2026-11`. */
export const monthName = (month: string): string =>
  `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
