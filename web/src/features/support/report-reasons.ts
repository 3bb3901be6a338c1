/**
 * Why something is reported, by the word that a partner website puts into the address (`&grund=`).
 * They stand in the prerendered page, not in its script; the support reads what cannot wait by its
 * first word.
 */
const REPORT_REASONS: Readonly<Record<string, string>> = {
  minderjaehrig: 'Dringend: Person wirkt minderjährig',
  zwang: 'Dringend: Zwang oder Ausbeutung',
  einverstaendnis: 'Dringend: Bilder ohne Einverständnis',
  betrug: 'Grund: Betrug oder falsche Angaben',
  nummer: 'Grund: Falsche Telefonnummer',
};

/** As attributes of the box of the contact form. */
export const reasonAttributes = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(REPORT_REASONS).map(([id, words]) => [`data-grund-${id}`, words]),
  );
