import type { TextRule } from '../kernel/content.ts';
import type { FieldErrors } from '../kernel/errors.ts';
import { openingProblem } from '../kernel/opening-hours.ts';
import { phoneProblem } from '../kernel/phone.ts';
import { startProblems } from '../kernel/start.ts';
import { lengthProblem } from '../kernel/text.ts';
import { webAddressProblem, withHttps } from '../kernel/web-address.ts';
import { forbiddenProblem } from '../moderation/rules.ts';
import { type ClubContent, content } from './contract.ts';
import { CLUB_MONTHS, clubTexts } from './rules.ts';

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
  /** Checks the forbidden phrases of the house; on the server only. */
  phraseProblem?: (text: string) => string | null;
  /** It has begun already: when it starts is no question any more. */
  running?: boolean;
}

/** What keeps an entry from being published, a message per field; empty when nothing does. */
export function clubProblems(
  club: ClubWish,
  { now, monate, cantons, phraseProblem, running = false }: ValidationContext,
): FieldErrors {
  const text = (field: ClubText) =>
    lengthProblem(club[field], content[field].length.min, content[field].length.max);
  const shown = (field: ClubText) => text(field) ?? forbiddenProblem(club[field], phraseProblem);
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
