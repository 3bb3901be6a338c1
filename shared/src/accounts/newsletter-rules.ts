/**
 * What is agreed to at the registration and in the profile; kept word by word with each consent.
 */
export const NEWSLETTER_WORDING =
  'Ja, ich möchte den Newsletter mit Aktionen, Rabatten und Neuigkeiten. Ich kann ihn jederzeit abbestellen.';

/**
 * Where an account stands: `off`; `unasked` (the switch is on, and nobody has agreed to anything
 * yet); `mailed` (the link to confirm is in the mailbox); `confirmed`. Only the last is written to.
 */
export const NEWSLETTER_STATES = ['off', 'unasked', 'mailed', 'confirmed'] as const;
export type NewsletterState = (typeof NEWSLETTER_STATES)[number];

/**
 * The page that a letter's link leads to; a POST there ends the newsletter without a page (RFC
 * 8058).
 */
export const UNSUBSCRIBE_PATH = '/auth/newsletter-off';
/** The page of the mailed link, with the button that confirms. */
export const CONFIRM_NEWSLETTER_PATH = '/auth/newsletter';
