import {
  COUNTRIES,
  type Country,
  type CountryId,
  countryOf,
} from '@samtrot/shared/inserate/countries.ts';

/** The phone field as the form holds it: country and national number as typed. */
export interface Phone {
  country: CountryId;
  number: string;
}

/** EDI-67, CON-48 */
export const NO_PHONE: Phone = { country: 'CH', number: '' };

/** How long the letters typed in the list of countries count as one search (CON-50). */
export const SEARCH_RESET_MS = 5_000;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * What was typed or pasted: digits only, and an international number moves its country into the
 * chooser (EDI-68).
 */
export function typedPhone(country: CountryId, typed: string): Phone {
  const international = typed.trim().replace(/^00(?=[1-9])/, '+');
  if (!international.startsWith('+')) return { country, number: typed.replace(/[^\d ]/g, '') };
  const digits = digitsOf(international);
  return digits === '' ? { country, number: '+' } : withDialCode(digits, country);
}

/**
 * As it is shown after typing: a Swiss number typed from 7 has its 0, and its digits stand in
 * groups (EDI-70, X-32).
 */
export function shownPhone(phone: Phone): Phone {
  const wire = phoneToWire(phone);
  return wire === '' ? { ...phone, number: '' } : withDialCode(digitsOf(wire), phone.country);
}

/**
 * E.164, empty while nothing is typed. A dial code that the list lacks stays as it was
 * typed.
 */
export function phoneToWire({ country, number }: Phone): string {
  const digits = digitsOf(number);
  if (digits === '') return '';
  if (number.startsWith('+')) return `+${digits}`;
  const { dial, trunk } = countryOf(country);
  return `+${dial}${bare(digits, trunk)}`;
}

/** Drafts may hold a number without its country: it is Swiss. */
export const phoneFromWire = (stored: string): Phone => typedPhone(NO_PHONE.country, stored);

/**
 * The country whose name begins with what was typed, or whose dial code does; the search goes on
 * from the current one.
 */
export function findCountry(search: string, current: CountryId): Country | undefined {
  const wanted = fold(search);
  // One letter again and again leads from each of its countries to the next.
  const again = wanted.length > 1 && [...wanted].every((letter) => letter === wanted[0]);
  const matching = (text: string) =>
    COUNTRIES.filter(({ name, dial }) => fold(name).startsWith(text) || dial === text);
  const whole = matching(wanted);
  if (whole.length > 0 || !again) return whole[0];
  const same = matching(wanted[0]!);
  return same[(same.findIndex(({ id }) => id === current) + 1) % same.length];
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}+]/gu, '')
    .toLowerCase();

/**
 * Digits after the plus, in the form of the field. Where countries share a dial code the chosen one
 * stays.
 */
function withDialCode(digits: string, chosen: CountryId): Phone {
  const candidates = COUNTRIES.filter(({ dial }) => digits.startsWith(dial));
  const known = candidates.find(({ id }) => id === chosen) ?? byArea(candidates, digits);
  if (!known) return { country: chosen, number: digits && `+${digits}` };
  return { country: known.id, number: national(known, digits.slice(known.dial.length)) };
}

/** Behind +1 the next three digits determine the country. */
const CANADA =
  /^1(204|226|236|249|250|257|263|289|306|343|354|36[578]|382|403|416|418|428|431|437|438|450|460|468|474|506|514|519|537|548|568|579|58[147]|600|604|613|639|647|672|683|705|709|742|753|77[18]|78[02]|807|819|825|867|873|879|902|905|942)/;

function byArea(candidates: readonly Country[], digits: string): Country | undefined {
  if (candidates[0]?.dial !== '1') return candidates[0];
  const id = /^18[024]9/.test(digits) ? 'DO' : CANADA.test(digits) ? 'CA' : 'US';
  return candidates.find((country) => country.id === id);
}

/**
 * Without what is dialled inside the country only. Where that is no 0 it may begin a number too, so
 * the length decides.
 */
function bare(digits: string, trunk: string): string {
  const dialled =
    trunk !== '' && digits.startsWith(trunk) && (trunk.startsWith('0') || digits.length === 11);
  return dialled ? digits.slice(trunk.length) : digits;
}

function national({ id, trunk }: Country, typed: string): string {
  const digits = bare(typed, trunk);
  if (digits === '') return '';
  if (id === 'CH' && digits.length === 9)
    return `0${digits.slice(0, 2)} ${digits.slice(2, 5)} ${digits.slice(5, 7)} ${digits.slice(7)}`;
  return trunk === '0' ? `0${digits}` : digits;
}
