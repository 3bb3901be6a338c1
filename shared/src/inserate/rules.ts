import { isPremium, type PackageId } from '../cart/rules.ts';
import { isCalendarDate, isTimeOfDay } from '../kernel/calendar.ts';
import type { FieldErrors } from '../kernel/errors.ts';
import { phoneProblem } from '../kernel/phone.ts';
import { fieldTexts, lengthProblem, textLength } from '../kernel/text.ts';
import { localDate, localTime } from '../kernel/time.ts';
import { FORBIDDEN_OFFER_TEXT, offersForbidden } from '../moderation/rules.ts';
import { draftTextProblem, TEXT_LIMITS } from './limits.ts';

// The light part stands apart: a page that shows ads does not need the check of phone numbers and calendar days.
export { draftTextProblem, IMAGE_KINDS, type ImageKind, TEXT_LIMITS } from './limits.ts';

/** What a reader sees of a description: neither markup nor blanks count (EDI-50). */
export const visibleLength = (text: string): number => textLength(text.replace(/<[^>]*>|&nbsp;|\s/g, ''));

export interface Publishable {
  inserat_typ: PackageId;
  name: string;
  titel: string;
  beschreibung: string;
  telefon: string;
  cantons: readonly string[];
  categories: readonly number[];
  offerings: readonly number[];
  publish_option: 'Sofort' | 'Planen';
  publish_date: string;
  publish_time: string;
}

interface Circumstances {
  now: Date;
  /** What may be chosen; without it the choice is not compared. */
  known?: {
    cantons: readonly { id: string }[];
    categories: readonly { id: number }[];
    offerings: readonly { id: number }[];
  };
  /** The ad is online already: when it starts is no question any more. */
  running?: boolean;
}

const inserateTexts = {
  description: 'Die Beschreibung ist erforderlich',
  regions: 'Wähle mindestens eine Region',
  categories: 'Wähle mindestens eine Kategorie',
  unknown: 'Diese Auswahl gibt es nicht mehr',
  freeStartsNow: 'Ein Gratis-Inserat startet sofort. Planen gehört zu Premium.',
  past: 'Dieser Zeitpunkt ist schon vorbei',
} as const;

/** What keeps an ad from being published, a message per field; empty when nothing does. */
export function publishProblems(ad: Publishable, { now, known, running = false }: Circumstances): FieldErrors {
  const problems: Record<string, string | null> = {
    name: textProblem(ad.name, TEXT_LIMITS.name),
    titel: textProblem(ad.titel, TEXT_LIMITS.titel),
    beschreibung: descriptionProblem(ad.beschreibung),
    telefon: phoneProblem(ad.telefon),
    cantons: choiceProblem(ad.cantons, known?.cantons, inserateTexts.regions),
    categories: choiceProblem(ad.categories, known?.categories, inserateTexts.categories),
    offerings: choiceProblem(ad.offerings, known?.offerings, null),
    ...(running ? {} : startProblems(ad, now)),
  };
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null));
}

function textProblem(text: string, { min, max }: { min: number; max: number }): string | null {
  return lengthProblem(text, min, max) ?? (offersForbidden(text) ? FORBIDDEN_OFFER_TEXT : null);
}

function descriptionProblem(text: string): string | null {
  const visible = visibleLength(text);
  if (visible === 0) return inserateTexts.description;
  if (visible < TEXT_LIMITS.beschreibung.min) return fieldTexts.tooShort(TEXT_LIMITS.beschreibung.min);
  return draftTextProblem('beschreibung')(text) ?? (offersForbidden(text) ? FORBIDDEN_OFFER_TEXT : null);
}

function choiceProblem<Id>(
  chosen: readonly Id[],
  known: readonly { id: Id }[] | undefined,
  empty: string | null,
): string | null {
  if (chosen.length === 0) return empty;
  return known && chosen.some((id) => !known.some((entry) => entry.id === id)) ? inserateTexts.unknown : null;
}

function startProblems(ad: Publishable, now: Date): Record<string, string | null> {
  if (ad.publish_option === 'Sofort') return {};
  if (!isPremium(ad.inserat_typ)) return { publish_option: inserateTexts.freeStartsNow };
  const date =
    ad.publish_date === '' ? fieldTexts.required : isCalendarDate(ad.publish_date) ? null : fieldTexts.format;
  const time = ad.publish_time === '' ? fieldTexts.required : isTimeOfDay(ad.publish_time) ? null : fieldTexts.format;
  if (date || time) return { publish_date: date, publish_time: time };
  const today = localDate(now);
  if (ad.publish_date < today) return { publish_date: inserateTexts.past };
  return { publish_time: ad.publish_date === today && ad.publish_time < localTime(now) ? inserateTexts.past : null };
}
