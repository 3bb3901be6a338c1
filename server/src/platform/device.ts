import bowser from 'bowser';

const UNKNOWN = 'Unbekanntes Gerät';
const MAX_LENGTH = 300;

/** Browser and system of a user agent in words, without versions: `Firefox auf Windows`. */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os } = bowser.parse(userAgent.slice(0, MAX_LENGTH));
  if (!browser.name) return UNKNOWN;
  return os.name ? `${browser.name} auf ${os.name}` : browser.name;
}
