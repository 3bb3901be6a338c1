/** On every page of a development server that others can reach. */
export const OPEN_DEVELOPMENT_TEXT = 'Offene Entwicklungsumgebung, keine echten Daten!';
