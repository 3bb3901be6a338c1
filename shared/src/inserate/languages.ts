/** Languages that an ad may name, by ISO 639-1 code, in the order of the form. */
export const LANGUAGES = {
  de: 'Deutsch',
  fr: 'Französisch',
  it: 'Italienisch',
  en: 'Englisch',
  es: 'Spanisch',
  pt: 'Portugiesisch',
  ro: 'Rumänisch',
  hu: 'Ungarisch',
  ru: 'Russisch',
  pl: 'Polnisch',
  th: 'Thai',
  zh: 'Chinesisch',
} as const;
export type LanguageCode = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [LanguageCode, ...LanguageCode[]];
