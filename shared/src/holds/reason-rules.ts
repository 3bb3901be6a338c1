import type { HoldKind } from './status.ts';

/** Why something is taken off the websites, as the house tells the reasons apart. */
export const REASON_NAMES = {
  minderjaehrig: 'Alter',
  zwang: 'Zwang',
  bilder_ohne_zustimmung: 'Bild ohne Zustimmung',
  persoenliche_daten: 'Persönliche Daten',
  betrug: 'Betrug',
  schutz: 'Angebot ohne Schutz',
  falsche_angaben: 'Falsche Angaben',
  bilder_regeln: 'Bildregeln',
  kontakt_im_text: 'Kontakt im Text',
  falsche_region: 'Falsche Region',
  doppelt: 'Doppelt',
  werbung_fremd: 'Werbung für andere',
  konto_missbrauch: 'Missbrauch des Kontos',
  anderes: 'Anderer Grund',
} as const;
export type ReasonId = keyof typeof REASON_NAMES;
export const REASON_IDS = Object.keys(REASON_NAMES) as [ReasonId, ...ReasonId[]];

/** Until a person has decided, the owner does not read these. */
export const DISCREET_REASONS = ['minderjaehrig', 'zwang'] as const satisfies readonly ReasonId[];
export const isDiscreet = (id: ReasonId): boolean =>
  (DISCREET_REASONS as readonly ReasonId[]).includes(id);

/** A sentence fits on a card, in a mail and under a badge. */
export const REASON_SENTENCE_MAX = 300;

/** What the house says of a reason: a version of the catalogue. */
export interface HoldReason {
  /** What the owner reads. */
  label: string;
  /** Her sentence unless somebody writes another one; empty where only a person can say it. */
  sentence: string;
  /** The same of a whole account, in which nothing can be changed; empty where `sentence` fits. */
  account_sentence: string;
  /** Content that it may name; `bild` stands for any picture. */
  fields: readonly string[];
  /** Whether she may be asked to change something instead of being held. */
  revise: boolean;
  /** Whether it can become final. */
  final: boolean;
  /** Whether a final decision refunds the unused paid time. */
  refunds: boolean;
}
export type HoldReasons = Readonly<Record<ReasonId, HoldReason>>;

/** The decisions that it allows; holding until somebody has looked is always one. */
export const kindsOf = ({ revise, final }: HoldReason): HoldKind[] => [
  'waiting',
  ...(revise ? (['revise'] as const) : []),
  'blocked',
  ...(final ? (['final'] as const) : []),
];
