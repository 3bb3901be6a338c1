/**
 * Ways to pay, as the pages name them. Which of them are offered depends on the providers that are
 * switched on.
 */
export const PAYMENT_METHODS = {
  twint: 'TWINT',
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  postfinance: 'PostFinance',
  apple_pay: 'Apple Pay',
  samsung_pay: 'Samsung Pay',
  bank_transfer: 'Banküberweisung',
} as const;

export type PaymentMethod = keyof typeof PAYMENT_METHODS;
export const PAYMENT_METHOD_IDS = Object.keys(PAYMENT_METHODS) as PaymentMethod[];
