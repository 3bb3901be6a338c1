import type { TextRule } from '../kernel/content.ts';
import type { FieldErrors } from '../kernel/errors.ts';
import { phoneProblem } from '../kernel/phone.ts';
import { startProblems } from '../kernel/start.ts';
import { fieldTexts, lengthProblem } from '../kernel/text.ts';
import { isTimeOfDay } from '../kernel/wall-time.ts';
import { webAddressProblem, withHttps } from '../kernel/web-address.ts';
import { FORBIDDEN_OFFER_TEXT, offersForbidden } from '../moderation/rules.ts';
import { type ClubContent, content } from './contract.ts';
import { CLUB_MONTHS, clubTexts, MAX_OPENINGS, type OpeningHours } from './rules.ts';

// Apart from the rules: every page knows the limits of clubs by the contract, and few check one or
// need its phone numbers.

/** What visitors and the portal read; months are ordered apart. */
export type ClubWish = Omit<ClubContent, 'monate'>;
type ClubText = {
  [Name in keyof typeof content]: (typeof content)[Name] extends TextRule ? Name : never;
}[keyof typeof content];

interface ValidationContext {
  now: Date;
  /** Months that are ordered with it; none when only contents change. */
  monate?: number | undefined;
  cantons?: readonly { id: string }[];
  /** It has begun already: when it starts is no question any more. */
  running?: boolean;
}

/** What keeps an entry from being published, a message per field; empty when nothing does. */
export function clubProblems(
  club: ClubWish,
  { now, monate, cantons, running = false }: ValidationContext,
): FieldErrors {
  const text = (field: ClubText) =>
    lengthProblem(club[field], content[field].length.min, content[field].length.max);
  const shown = (field: ClubText) =>
    text(field) ?? (offersForbidden(club[field]) ? FORBIDDEN_OFFER_TEXT : null);
  const problems: Record<string, string | null> = {
    club_name: shown('club_name'),
    titel: shown('titel'),
    beschreibung: shown('beschreibung'),
    vollstaendiger_name: text('vollstaendiger_name'),
    telefon: phoneProblem(club.telefon),
    homepage: webAddressProblem(withHttps(club.homepage), content.homepage.length.max),
    strasse_und_nummer: text('strasse_und_nummer'),
    postleitzahl: text('postleitzahl'),
    ort: text('ort'),
    canton:
      club.canton === '' || (cantons && !cantons.some(({ id }) => id === club.canton))
        ? clubTexts.canton
        : null,
    oeffnungszeiten: openingProblem(club.oeffnungszeiten),
    monate:
      monate === undefined || (monate >= CLUB_MONTHS.min && monate <= CLUB_MONTHS.max)
        ? null
        : clubTexts.months,
    ...(running ? {} : startProblems(club, now)),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

const DAY_MINUTES = 24 * 60;
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function openingProblem(openings: readonly OpeningHours[]): string | null {
  if (openings.length > MAX_OPENINGS) return fieldTexts.format;
  const whole = openings.every(
    ({ tag, von, bis }) => tag >= 1 && tag <= 7 && isTimeOfDay(von) && isTimeOfDay(bis),
  );
  if (!whole) return fieldTexts.format;
  // Along the week, so that what goes on after midnight meets the next day, and Sunday meets
  // Monday.
  const spans = openings
    .map(({ tag, von, bis }) => {
      const start = (tag - 1) * DAY_MINUTES + minutes(von);
      const lasts = (minutes(bis) - minutes(von) + DAY_MINUTES - 1) % DAY_MINUTES;
      return { start, end: start + lasts + 1 };
    })
    .toSorted((one, other) => one.start - other.start);
  const first = spans[0];
  const again = first ? [...spans, { start: first.start + 7 * DAY_MINUTES, end: 0 }] : [];
  return again.some(({ start }, index) => index > 0 && start < again[index - 1]!.end)
    ? clubTexts.twice
    : null;
}
