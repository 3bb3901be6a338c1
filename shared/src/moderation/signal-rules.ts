/** Why something may need a closer look, by how much it usually weighs. */
export const SIGNAL_LABELS = {
  word_age: 'Hinweis auf Alter im Text',
  picture_of_held: 'Bild aus etwas Gesperrtem',
  phone_of_held: 'Telefon eines gesperrten Kontos',
  picture_elsewhere: 'Bild in einem anderen Konto',
  chargeback: 'Zahlung zurückgebucht',
  phone_elsewhere: 'Telefon in anderen Konten',
  phrase_near: 'Ähnlich einem verbotenen Angebot',
  report: 'Offene Meldung, je eine',
  first_thing: 'Erstes des Kontos',
  changed: 'Seit der Freigabe geändert',
  account_new: 'Neues Konto',
  contact_in_text: 'Kontakt im Text',
  good_history: 'Ohne Beanstandung',
} as const;
export type SignalCode = keyof typeof SIGNAL_LABELS;
export const SIGNAL_CODES = Object.keys(SIGNAL_LABELS) as SignalCode[];

/** Points of each signal: a version of the catalogue. */
export type RiskWeights = Readonly<Record<SignalCode, number>>;
/** The most points of a signal, and of something in all. */
export const MOST_POINTS = 100;
