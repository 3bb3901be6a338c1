import { DAY_MS, HOUR_MS, localDate, localTime, MINUTE_MS, swissParts } from './time.ts';

/**
 * Every number, price, date, time, duration and phone number that somebody reads gets its shape
 * here (EXP-117). What goes over the wire has shapes of its own.
 */
const MINUS = '−';
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, '’');

/** `1’300`, with the Swiss thousands mark. */
export const formatNumber = (n: number): string =>
  n < 0 ? `${MINUS}${grouped(String(-n))}` : grouped(String(n));

/** `75 Credits`, `1 Credit` */
export const formatCredits = (n: number): string =>
  `${formatNumber(n)} ${Math.abs(n) === 1 ? 'Credit' : 'Credits'}`;

/** `CHF 100.-`, `CHF 47.50`, `CHF 1’000.-` of whole Rappen (PUB-07). */
export function formatChf(rappen: number): string {
  const sign = rappen < 0 ? MINUS : '';
  const francs = Math.trunc(Math.abs(rappen) / 100);
  const rest = Math.abs(rappen) % 100;
  const part = rest === 0 ? '-' : String(rest).padStart(2, '0');
  return `${sign}CHF ${grouped(String(francs))}.${part}`;
}

/** `EUR 47.50`, for a currency that is not ours. */
export const formatMoney = (currency: string, hundredths: number): string =>
  `${currency} ${formatFixed(hundredths / 100, 2)}`;

/** `1’000.00`, of whole Rappen in a column of francs. */
export const formatFrancs = (rappen: number): string =>
  `${rappen < 0 ? MINUS : ''}${formatFixed(Math.abs(rappen) / 100, 2)}`;

const formatFixed = (n: number, decimals: number): string => {
  const [whole, rest] = n.toFixed(decimals).split('.') as [string, string];
  return `${grouped(whole)}.${rest}`;
};

/** `+ 25`, `− 75`; nothing before a zero. */
export const formatChange = (n: number): string =>
  n === 0 ? '0' : `${n > 0 ? '+' : MINUS} ${formatNumber(Math.abs(n))}`;

/** `2.4`, `3`, `1’300.5`: at most so many decimals, none that is zero. */
export function formatDecimal(n: number, decimals = 1): string {
  const [whole, rest = ''] = Math.abs(n).toFixed(decimals).split('.') as [string, string?];
  const kept = rest.replace(/0+$/, '');
  const text = `${grouped(whole)}${kept && `.${kept}`}`;
  return n < 0 && text !== '0' ? `${MINUS}${text}` : text;
}

/** `16.3 %` of a share between 0 and 1. */
export const formatShare = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** `20.11.2026, 18:42` in Swiss time. */
export const formatDateTime = (at: Date): string => `${formatDate(at)}, ${localTime(at)}`;

/** A time as the wire has it, `20.11.2026 18:42`, as it is shown; empty stays empty. */
export const shownWire = (wire: string): string => wire.replace(' ', ', ');

/** `20.11., 18:42` */
export function formatDayTime(at: Date): string {
  const { day, month } = swissParts(at);
  return `${day}.${month}., ${localTime(at)}`;
}

/** `20.11.2026` */
export function formatDate(at: Date): string {
  const { day, month, year } = swissParts(at);
  return `${day}.${month}.${year}`;
}

/** `1.12.2026`, as documents write it. */
export const formatPlainDate = (at: Date): string => formatDate(at).replace(/(^|\.)0/g, '$1');

/** `20.11.2026, 18:42:07`: "zuletzt aktualisiert" alone has its seconds (HOM-08). */
export const formatMoment = (at: Date): string =>
  `${formatDateTime(at)}:${String(at.getUTCSeconds()).padStart(2, '0')}`;

/** `09.01.` of a Swiss calendar day, `2026-01-09`. */
export const shortDay = (date: string): string => `${date.slice(8, 10)}.${date.slice(5, 7)}.`;

/** `03.11.`; with its year where that is not the one of `now`. */
export const dayText = (date: string, now: Date): string =>
  date.slice(0, 4) === localDate(now).slice(0, 4)
    ? shortDay(date)
    : `${shortDay(date)}${date.slice(0, 4)}`;

/** `heute`, `gestern`, `03.11.`, `31.12.2025` */
export function dayName(at: Date, now: Date): string {
  const [date, today] = [localDate(at), localDate(now)];
  const yesterday = localDate(new Date(Date.parse(`${today}T12:00:00Z`) - DAY_MS));
  return date === today ? 'heute' : date === yesterday ? 'gestern' : dayText(date, now);
}

/** `heute, 14:03`, `gestern, 14:03`, `03.11., 14:03`, `31.12.2025, 23:30`. */
export const whenText = (at: Date, now: Date): string => `${dayName(at, now)}, ${localTime(at)}`;

/** `14:03` of today, otherwise with its day: what follows "seit". */
export const sinceText = (at: Date, now: Date): string =>
  localDate(at) === localDate(now) ? localTime(at) : whenText(at, now);

/** `A`, `A und B`, `A, B und C` */
export const listText = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`;

/** `03.11. und 04.11.` */
export const dayListText = (dates: readonly string[], now: Date): string =>
  listText(dates.map((date) => dayText(date, now)));

const counted = (n: string | number, one: string, many: string) =>
  `${n} ${String(n) === '1' ? one : many}`;

/** `1 Inserat`, `2 Inserate`, `1’300 Inserate` */
export const pluralText = (n: number, one: string, many: string): string =>
  counted(formatNumber(n), one, many);

/**
 * What remains: `3 Tage`, `22 Stunden`, `1 Minute`. Days to the nearest, so that 30 days begin as
 * 30 and not as 29.
 */
export function spanText(ms: number, days: 'Tage' | 'Tagen' = 'Tage'): string {
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)} ${days}`;
  if (ms >= HOUR_MS) return counted(Math.floor(ms / HOUR_MS), 'Stunde', 'Stunden');
  return counted(Math.max(1, Math.floor(ms / MINUTE_MS)), 'Minute', 'Minuten');
}

/** What has passed: `nach 0.8 Sekunden` where that was measured, `nach 2 Minuten`. */
export function afterText(seconds: number): string {
  const ms = seconds * 1_000;
  const exact = seconds < 10 && !Number.isInteger(seconds);
  const number = exact ? formatDecimal(Math.max(0.1, seconds)) : Math.max(1, Math.floor(seconds));
  if (ms < MINUTE_MS) return `nach ${counted(number, 'Sekunde', 'Sekunden')}`;
  if (ms < HOUR_MS) return `nach ${counted(Math.floor(ms / MINUTE_MS), 'Minute', 'Minuten')}`;
  if (ms < DAY_MS) return `nach ${counted(Math.floor(ms / HOUR_MS), 'Stunde', 'Stunden')}`;
  return `nach ${counted(Math.floor(ms / DAY_MS), 'Tag', 'Tagen')}`;
}

/**
 * When something may be tried again, as a person says it: never too early, in the largest unit that
 * has begun.
 */
export function waitText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return whole === 1 ? 'in einer Sekunde' : `in ${whole} Sekunden`;
  const minutes = Math.ceil(whole / 60);
  if (minutes < 60) return minutes === 1 ? 'in einer Minute' : `in ${minutes} Minuten`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'in einer Stunde' : `in ${hours} Stunden`;
}

/** `1 Minute 15 Sekunden` of 75.4. */
export function lengthText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [
    minutes > 0 && counted(minutes, 'Minute', 'Minuten'),
    rest > 0 && counted(rest, 'Sekunde', 'Sekunden'),
  ];
  return parts.filter(Boolean).join(' ');
}

/** `unter 1 MB`, `24 MB`, `1.4 GB`. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes < 1) return 'unter 1 MB';
  if (megabytes < 999.5) return `${Math.round(megabytes)} MB`;
  return `${(megabytes / 1000).toFixed(1)} GB`;
}

/** Dial codes of one and of two digits; all others have three. */
const DIAL = /\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** `079 123 45 67`, `+49 151 234 567 89` of E.164; what is none stays as it is. */
export function formatPhone(e164: string): string {
  if (!/^\+\d{6,15}$/.test(e164)) return e164;
  const swiss = e164.match(/\+41(\d{2})(\d{3})(\d{2})(\d{2})$/);
  if (swiss) return `0${swiss.slice(1).join(' ')}`;
  const [dial] = e164.match(DIAL)!;
  return `${dial} ${e164
    .slice(dial.length)
    .match(/\d{1,3}/g)!
    .join(' ')}`;
}
