/** What of an account waits for its owner, by urgency (EXP-33). */
export const STEP_KINDS = [
  ...(['hold', 'debt', 'ending', 'answer'] as const),
  ...(['payment', 'open_payment', 'draft', 'email'] as const),
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** So many are listed at once. */
export const STEPS_MOST = 5;
/** An ad that ends within this time is one of them. */
export const ENDING_MS = 86_400_000;
/** A payment is one from this age on; banks take that long. */
export const PAYMENT_OPEN_MS = 2 * 86_400_000;

interface Ranked {
  kind: StepKind;
  /** When it began, or when it ends; null stands last of its kind. */
  at: string | null;
}

const timeOf = ({ at }: Ranked) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));

/**
 * The most urgent ones, of a kind the one whose time came first. Many of a kind hide no other kind:
 * each has one place before any has a second.
 */
export function mostUrgent<Step extends Ranked>(steps: readonly Step[]): Step[] {
  const ranked = steps.toSorted(
    (a, b) => STEP_KINDS.indexOf(a.kind) - STEP_KINDS.indexOf(b.kind) || timeOf(a) - timeOf(b),
  );
  const leads = (step: Step) => ranked.find(({ kind }) => kind === step.kind) === step;
  const chosen = [...ranked.filter(leads), ...ranked.filter((step) => !leads(step))];
  return chosen.slice(0, STEPS_MOST).toSorted((a, b) => ranked.indexOf(a) - ranked.indexOf(b));
}

interface HeldThing {
  kind: string;
  first: boolean;
  released_at: string | null;
  resubmitted_at: string | null;
  may_resubmit: boolean;
  may_appeal: boolean;
}

/** Whether its owner can do something about it now: what the house looks at is no step. */
export const holdIsStep = (hold: HeldThing): boolean =>
  hold.released_at === null &&
  hold.resubmitted_at === null &&
  !(hold.first && hold.kind === 'waiting') &&
  (hold.may_resubmit || hold.may_appeal);

interface Running {
  inserat_status: string;
  end_at: string | null;
  reaktivierung: boolean;
  renewal_price: number;
}

/**
 * The ads that end within a day, first to last, without those that renew themselves as long as the
 * credits reach for one after the other.
 */
export function endingAds<Ad extends Running>(
  ads: readonly Ad[],
  credits: number,
  now: Date,
): Ad[] {
  let left = credits;
  return ads
    .filter(({ inserat_status, end_at }) => {
      if (inserat_status !== 'aktiv' || end_at === null) return false;
      const remains = Date.parse(end_at) - now.getTime();
      return remains > 0 && remains < ENDING_MS;
    })
    .toSorted((a, b) => Date.parse(a.end_at!) - Date.parse(b.end_at!))
    .filter(({ reaktivierung, renewal_price }) => {
      if (!reaktivierung || renewal_price > left) return true;
      left -= renewal_price;
      return false;
    });
}

/** From the third day online there are figures (EXP-36). */
export const FIGURES_FROM_DAY = 3;
/** So many days up to yesterday are shown. */
export const FIGURE_DAYS = 7;
