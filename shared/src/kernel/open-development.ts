/** On every page of a development server that others can reach. */
export const OPEN_DEVELOPMENT_TEXT =
  'Offene Entwicklungsumgebung: auch von anderen Geräten erreichbar, mit allen Mails für jeden lesbar. Keine echten Daten eingeben.';
