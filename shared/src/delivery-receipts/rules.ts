/** What is placed on partner websites. */
export const PLACED_KINDS = ['inserat', 'club', 'banner'] as const;
export type PlacedKind = (typeof PLACED_KINDS)[number];

/**
 * The state of an item on a website: none, ready, delivered, seen; or taken down, unconfirmed or
 * confirmed by the website.
 */
export const WEBSITE_STEPS = [
  'nie',
  'bereit',
  'geliefert',
  'gesehen',
  'entfernung_offen',
  'entfernt',
] as const;
export type WebsiteStep = (typeof WEBSITE_STEPS)[number];

interface Facts {
  /** Whether visitors of this website may see it now. */
  shown: boolean;
  /** Since when it is online, or was last. */
  since: Date | null;
  deliveredAt: Date | null;
  seenAt: Date | null;
  goneAt: Date | null;
}

/**
 * A delivery or a view of an earlier run proves nothing of this one. A view proves that the website
 * has it also where no delivery is known, as after a process that was killed.
 */
export function stepOf({ shown, since, deliveredAt, seenAt, goneAt }: Facts): WebsiteStep {
  const had = deliveredAt ?? seenAt;
  // Stryker disable next-line ConditionalExpression: without a delivery `gone` is not used, and
  // null compares as the year 1970
  const gone = goneAt !== null && (had === null || goneAt >= had);
  if (!shown) {
    if (had === null) return 'nie';
    return gone ? 'entfernt' : 'entfernung_offen';
  }
  const ofThisRun = (at: Date | null): at is Date =>
    at !== null && !gone && (since === null || at >= since);
  const delivered = ofThisRun(deliveredAt);
  if (ofThisRun(seenAt) && (!delivered || seenAt >= deliveredAt)) return 'gesehen';
  return delivered ? 'geliefert' : 'bereit';
}
