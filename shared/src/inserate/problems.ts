import { included, isPremium, PACKAGES } from '../cart/rules.ts';
import { addCalendarDays, instantOf } from '../kernel/calendar.ts';
import type { FieldErrors } from '../kernel/errors.ts';
import { internationalNumber, phoneProblem } from '../kernel/phone.ts';
import { PAST, startOf, startProblems } from '../kernel/start.ts';
import { draftProblem, fieldTexts, lengthProblem, textLength } from '../kernel/text.ts';
import { isCalendarDate, isTimeOfDay } from '../kernel/wall-time.ts';
import { forbiddenProblem } from '../moderation/rules.ts';
import { content, type InseratContent } from './contract.ts';
import { homepageProblem } from './homepage.ts';
import { plainText } from './html.ts';
import { placeOf } from './place.ts';
import {
  formatHours,
  noRoomText,
  PROMOTED_HOURS,
  PROMOTIONS,
  type PromotionKind,
  promotedHours,
} from './promotion-rules.ts';
import { reachableProblem } from './reachable.ts';

/** What a reader sees of a description: neither markup nor blanks count (EDI-50). */
export const visibleLength = (html: string): number =>
  textLength(plainText(html).replace(/\s/g, ''));

/** What publishing does not look at, or only where it is given. */
type Unasked =
  | 'adresse_anzeigen'
  | 'color_enabled'
  | 'erreichbar'
  | 'ort_anzeigen'
  | 'originalbilder'
  | 'sms_erlaubt'
  | 'story_title'
  | 'top_ad_enabled';
export type Publishable = Omit<InseratContent, Unasked> & {
  [Field in Unasked]?: InseratContent[Field] | undefined;
};
export type DatedPush = InseratContent['date_time_pushes'][number];

interface ValidationContext {
  now: Date;
  /** What may be chosen; without it the choice is not compared. */
  known?: {
    cantons: readonly { id: string }[];
    categories: readonly { id: number }[];
    offerings: readonly { id: number }[];
  };
  /** Checks the forbidden phrases of the house; on the server only. */
  phraseProblem?: (text: string) => string | null;
  /** The ad is online already: when it starts is no question any more. */
  running?: boolean;
  /** Its pictures; without this a story requires none. */
  images?: number;
  /** Its story has a picture or a video of its own. */
  hasStory?: boolean;
  /** Videos that hang on it, but for those that could not be read. */
  videos?: number;
  /** Dated pushes that were ordered before: they may lie in the past. */
  ordered?: readonly DatedPush[];
  /** When the running booking ends; without one it is reckoned from the start. */
  end?: Date;
  /** The TopAd and the story of the running booking: paid for already, and until when they run. */
  promoted?: Record<PromotionKind, { paid: boolean; until: Date | null }>;
}

export const inserateTexts = {
  description: 'Die Beschreibung ist erforderlich',
  regions: 'Wähle mindestens eine Region',
  categories: 'Wähle mindestens eine Kategorie',
  unknown: 'Diese Auswahl gibt es nicht mehr',
  freeStartsNow: 'Ein Gratis-Inserat startet sofort. Planen gehört zu Premium.',
  videosPremium: 'Videos gehören zu Premium. Lösche sie oder wähle Premium.',
  freeEnds: 'Automatisch reaktivieren gehört zu Premium.',
  past: PAST,
  beforeStart: 'Dieser Push läge vor dem Start des Inserats',
  afterEnd: 'Dieser Push läge nach dem Ende des Inserats',
  twice: 'Dieser Zeitpunkt steht zweimal da',
  storyPicture: 'Für eine Story braucht das Inserat mindestens ein Bild.',
  storyTitle: 'Die Story braucht einen Titel',
  storyWaits:
    'Wir sehen die Story zuerst an. Speichere sie, ohne sie zu buchen. Sobald sie geprüft ist, kannst du sie buchen.',
} as const;

/** What keeps an ad from being published, a message per field; empty when nothing does. */
export function publishProblems(ad: Publishable, circumstances: ValidationContext): FieldErrors {
  const { now, known, running = false, images, hasStory = false, videos = 0 } = circumstances;
  const { phraseProblem } = circumstances;
  const problems: Record<string, string | null> = {
    inserat_typ: videos > included(ad.inserat_typ).videos ? inserateTexts.videosPremium : null,
    name: textProblem(ad.name, content.name.length, phraseProblem),
    titel: textProblem(ad.titel, content.titel.length, phraseProblem),
    beschreibung: descriptionProblem(ad.beschreibung, phraseProblem),
    telefon: phoneProblem(ad.telefon),
    whatsapp: ad.whatsapp_erlaubt ? phoneProblem(ad.whatsapp, internationalNumber) : null,
    erreichbar: ad.erreichbar ? reachableProblem(ad.erreichbar) : null,
    homepage: homepageProblem(ad.homepage),
    ...addressProblems(ad),
    cantons: choiceProblem(ad.cantons, known?.cantons, inserateTexts.regions),
    categories: choiceProblem(ad.categories, known?.categories, inserateTexts.categories),
    offerings: choiceProblem(ad.offerings, known?.offerings, null),
    push_times: dailyProblem(ad.push_times),
    date_time_pushes: datedProblem(ad, circumstances),
    top_ad_enabled: ad.top_ad_enabled ? promotionProblem('topAd', ad, circumstances) : null,
    story_posted:
      ad.story_posted && images === 0 && !hasStory
        ? inserateTexts.storyPicture
        : ad.story_posted
          ? promotionProblem('story', ad, circumstances)
          : null,
    story_title: ad.story_posted
      ? storyTitleProblem(ad.story_title ?? '', images, phraseProblem)
      : null,
    auto_extend: ad.auto_extend && !isPremium(ad.inserat_typ) ? inserateTexts.freeEnds : null,
    ...(running ? {} : premiumStartProblems(ad, now)),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function textProblem(
  text: string,
  { min, max }: { min: number; max: number },
  phraseProblem?: (text: string) => string | null,
): string | null {
  return lengthProblem(text, min, max) ?? forbiddenProblem(text, phraseProblem);
}

export function descriptionProblem(
  html: string,
  phraseProblem?: (text: string) => string | null,
): string | null {
  const visible = visibleLength(html);
  if (visible === 0) return inserateTexts.description;
  const { min, max } = content.beschreibung.length;
  if (visible < min) return fieldTexts.tooShort(min);
  return draftProblem(html, max, plainText) ?? forbiddenProblem(plainText(html), phraseProblem);
}

/** MED-24. Like pictures it is not required of an ad that only comes back unchanged. */
const storyTitleProblem = (
  title: string,
  images: number | undefined,
  phraseProblem?: (text: string) => string | null,
): string | null => {
  if (title === '' && images !== undefined) return inserateTexts.storyTitle;
  return forbiddenProblem(title, phraseProblem);
};

const ASKED = {
  region: [],
  ort: ['postleitzahl', 'ort'],
  adresse: ['strasse_und_nummer', 'adressezusatz', 'postleitzahl', 'ort', 'land'],
} as const;
type Address = Pick<Publishable, (typeof ASKED)['adresse'][number]> &
  Pick<Publishable, 'adresse_anzeigen' | 'ort_anzeigen'>;

/** Asked is what visitors will read (EDI-74 to EDI-78, EXP-51). */
function addressProblems(ad: Address): Record<string, string | null> {
  return Object.fromEntries(
    ASKED[placeOf(ad)].map((field) => [
      field,
      lengthProblem(ad[field], content[field].length.min, content[field].length.max),
    ]),
  );
}

function choiceProblem<Id>(
  chosen: readonly Id[],
  known: readonly { id: Id }[] | undefined,
  empty: string | null,
): string | null {
  if (chosen.length === 0) return empty;
  return known && chosen.some((id) => !known.some((entry) => entry.id === id))
    ? inserateTexts.unknown
    : null;
}

function dailyProblem(times: readonly string[]): string | null {
  if (!times.every(isTimeOfDay)) return fieldTexts.format;
  return new Set(times).size < times.length ? inserateTexts.twice : null;
}

/** `YYYY-MM-DD HH:MM`. */
export const slotOf = ({ date, time }: DatedPush): string => `${date} ${time}`;

function datedProblem(
  ad: Publishable,
  { now, ordered = [], running, end }: ValidationContext,
): string | null {
  if (!ad.date_time_pushes.every(({ date, time }) => isCalendarDate(date) && isTimeOfDay(time)))
    return fieldTexts.format;
  const slots = ad.date_time_pushes.map(slotOf);
  if (new Set(slots).size < slots.length) return inserateTexts.twice;
  const known = new Set(ordered.map(slotOf));
  const fresh = ad.date_time_pushes
    .filter((push) => !known.has(slotOf(push)))
    .map(({ date, time }) => instantOf(date, time));
  if (fresh.some((at) => at <= now)) return inserateTexts.past;
  // The run of an ad that is not online yet may have been moved away from what was ordered.
  const asked = running
    ? fresh
    : ad.date_time_pushes.map(({ date, time }) => instantOf(date, time));
  const starts = !running && ad.publish_option === 'Planen' && startOf(ad);
  if (starts && asked.some((at) => at < starts)) return inserateTexts.beforeStart;
  const over = end ?? addCalendarDays(starts || now, PACKAGES[ad.inserat_typ].days);
  return asked.some((at) => at >= over) ? inserateTexts.afterEnd : null;
}

/**
 * The editor sells whole ones only: what is left of a running ad has its own question in the list
 * (EXP-60, EXP-61).
 */
function promotionProblem(
  kind: PromotionKind,
  ad: Publishable,
  { now, running, end, promoted }: ValidationContext,
) {
  if (!running || !end || !promoted || promoted[kind].paid) return null;
  const { until } = promoted[kind];
  const goesOn = until && until > now ? until : null;
  const renewable = isPremium(ad.inserat_typ);
  const hours = promotedHours({ from: goesOn ?? now, end, renews: ad.auto_extend });
  if (hours === PROMOTED_HOURS) return null;
  if (hours === 0) return noRoomText(kind, goesOn);
  const { name } = PROMOTIONS[kind];
  const way = renewable ? 'Schalte «Automatisch reaktivieren» ein, oder buche' : 'Buche';
  return `${name} liefe nur noch ${formatHours(hours)}. ${way} ${name} in der Liste deiner Inserate.`;
}

const premiumStartProblems = (ad: Publishable, now: Date): Record<string, string | null> =>
  ad.publish_option === 'Planen' && !isPremium(ad.inserat_typ)
    ? { publish_option: inserateTexts.freeStartsNow }
    : startProblems(ad, now);
