import { fieldTexts, lengthProblem } from '../kernel/text.ts';

/** A key of a partner website: recognisable in a log or a leak, with 256 random bits. */
export const KEY_PREFIX = 'sr_';
export const KEY_FORM = /^sr_[A-Za-z0-9_-]{43}$/;
/** The part of a key kept in the clear, to distinguish keys. */
export const KEY_HINT_LENGTH = 7;

export const websiteNameProblem = (name: string) => lengthProblem(name, 2, 80);

const ADDRESS = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/[^\s"<>]*)?$/i;

/** Placeholder of the public id of an ad or a club in the address of its page. */
export const LINK_ID = '{id}';

/**
 * The address of one ad or one club on a website: by https, or on this machine, and with the place
 * of the id behind the host.
 */
export function websiteLinkProblem(text: string): string | null {
  const secure = /^https:\/\/|^http:\/\/localhost[:/]/i.test(text);
  if (secure && text.split(LINK_ID).length === 2) return websiteUrlProblem(text);
  return `Die Adresse muss mit https:// beginnen und ${LINK_ID} einmal enthalten.`;
}

/** A website is reached by http or https and carries no login in its address. */
export function websiteUrlProblem(text: string): string | null {
  if (text.length > 500) return fieldTexts.tooLong(500);
  return ADDRESS.test(text) ? null : fieldTexts.format;
}
