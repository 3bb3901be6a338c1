/**
 * How long housekeeping keeps personal data that no rule of its own domain dates; the privacy page
 * takes its figures from here.
 */
export const KEPT_DAYS = {
  /** Mails contain addresses; half a year suffices to answer questions about a missing one. */
  mail: 180,
  /** Expires with its link. */
  unconfirmedConsent: 7,
  /** ACC-14 */
  accountEvent: 400,
  /** As long as browsers keep a cookie at most (ACC-05). */
  knownBrowser: 400,
  /** Receipts of delivery, after their last event. */
  receipt: 400,
  deliveredWebhook: 30,
  deadWebhook: 400,
  /** Messages to devices, and what they were told of. */
  deviceMessage: 30,
  /** Hashes of who sent a report. */
  reportSource: 30,
} as const;

/** A confirmed consent is proof for so long after its end. */
export const CONSENT_KEPT_YEARS = 3;

/** What reporters said of themselves, and decided reports (`REPORT_KEEP_MONTHS`; BOF-66). */
export const REPORT_KEPT_MONTHS = { reporter: 6, usual: 24 } as const;

/** Hours in which a shown banner counts. */
export const BANNER_COUNTS_HOURS = 24;
/** An event may be written after it was received. */
export const BANNER_EVENT_HOURS = BANNER_COUNTS_HOURS + 1;
/** Hours that the hash of a visit stays. */
export const VISIT_HASH_HOURS = 1;
