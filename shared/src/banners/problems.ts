import type { FieldErrors } from '../kernel/errors.ts';
import { startProblems } from '../kernel/start.ts';
import { lengthProblem } from '../kernel/text.ts';
import { forbiddenProblem } from '../moderation/rules.ts';
import type { BannerContent } from './contract.ts';
import { BANNER_MONTHS, BANNER_TYPES, bannerTexts, TEXT_LINK_MAX } from './rules.ts';
import { targetProblem } from './target.ts';

// Apart from the rules: every page knows the types of banners by the contract, and few check one.

interface ValidationContext {
  now: Date;
  /** Whether it has a picture. */
  picture: boolean;
  /** Ids of the websites that are offered; without it the choice is not compared. */
  known?: readonly number[];
  /** Checks the forbidden phrases of the house; on the server only. */
  phraseProblem?: (text: string) => string | null;
  /** It is booked: type, time and websites are no question any more. */
  booked?: boolean;
}

/**
 * What keeps a banner from being ordered, or a booked one from being saved; a message per field,
 * empty when nothing does.
 */
export function bannerProblems(
  wish: BannerContent,
  { now, picture, known, phraseProblem, booked = false }: ValidationContext,
): FieldErrors {
  const { size } = BANNER_TYPES[wish.typ];
  const problems: Record<string, string | null> = {
    text: size === null ? linkTextProblem(wish.text, phraseProblem) : null,
    banner_bild: size !== null && !picture ? bannerTexts.picture : null,
    url: targetProblem(wish.url),
    ...(booked
      ? {}
      : { ...startProblems(wish, now), ...monthsProblem(wish), ...websitesProblem(wish, known) }),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** BAN-41. */
const linkTextProblem = (
  text: string,
  phraseProblem?: (text: string) => string | null,
): string | null => lengthProblem(text, 1, TEXT_LINK_MAX) ?? forbiddenProblem(text, phraseProblem);

const monthsProblem = ({ monate }: BannerContent) => ({
  monate:
    Number.isInteger(monate) && monate >= BANNER_MONTHS.min && monate <= BANNER_MONTHS.max
      ? null
      : bannerTexts.months,
});

const websitesProblem = ({ webseiten }: BannerContent, known: readonly number[] | undefined) => ({
  webseiten:
    webseiten.length === 0
      ? bannerTexts.websites
      : known && webseiten.some((id) => !known.includes(id))
        ? bannerTexts.unknown
        : null,
});
