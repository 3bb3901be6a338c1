import bowser from 'bowser';

const UNKNOWN = 'Unbekanntes Gerät';
const MAX_LENGTH = 300;

/** Device or system and browser of a user agent in words, without versions: `iPhone, Safari`. */
export function deviceOf(userAgent: string | undefined, unknown = UNKNOWN): string {
  if (!userAgent) return unknown;
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, MAX_LENGTH));
  if (!browser.name) return unknown;
  const device = os.name === 'iOS' ? (platform.model ?? 'iPhone') : os.name;
  return device ? `${device === 'macOS' ? 'Mac' : device}, ${browser.name}` : browser.name;
}
