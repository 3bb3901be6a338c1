/** What the house takes off the websites. */
export const HELD_THINGS = ['inserat', 'banner', 'club', 'account'] as const;
export type HeldThing = (typeof HELD_THINGS)[number];

/** From «wartet auf Prüfung» to «endgültig»: what the owner may still do differs. */
export const HOLD_KINDS = ['waiting', 'revise', 'blocked', 'final'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/** The badge that the owner reads. */
export const HOLD_LABELS: Record<HoldKind, string> = {
  waiting: 'Wird geprüft',
  revise: 'Bitte überarbeiten',
  blocked: 'Gesperrt',
  final: 'Endgültig gesperrt',
};

export type HoldState = 'none' | 'open' | 'closed';
export type HoldEvent = 'hold' | 'change' | 'resubmit' | 'appeal' | 'release' | 'uphold' | 'delete';

/** The life of a hold; a new reason after it is closed is a new hold. */
export const holdLife = {
  none: { hold: 'open' },
  open: {
    change: 'open',
    resubmit: 'open',
    appeal: 'open',
    release: 'closed',
    uphold: 'closed',
    delete: 'closed',
  },
  closed: { hold: 'open' },
} as const satisfies Record<HoldState, Partial<Record<HoldEvent, HoldState>>>;

/** What the owner of a held thing may do beside editing and deleting it. */
const OWNER_MAY: Record<HoldKind, readonly HoldEvent[]> = {
  waiting: [],
  revise: ['resubmit', 'appeal'],
  blocked: ['resubmit', 'appeal'],
  final: ['appeal'],
};

export const mayOwner = (kind: HoldKind, event: HoldEvent): boolean =>
  OWNER_MAY[kind].includes(event);

/** Only an appeal lifts what is final. */
export const mayRelease = (kind: HoldKind): boolean => kind !== 'final';
