import { formatChf, formatCredits } from '../kernel/format.ts';
import { francsToRappen } from '../kernel/money.ts';
import { MINUTE_MS } from '../kernel/time.ts';

/** «Helfen»: what acts at once (BOF-73). */
export const HELP_OPERATIONS = {
  end_logins: 'Alle Anmeldungen beenden',
  reset_throttling: 'Wartezeit aufheben',
  send_reset: 'Link zum Zurücksetzen senden',
} as const;
export type HelpOperation = keyof typeof HELP_OPERATIONS;
export const HELP_OPERATION_IDS = Object.keys(HELP_OPERATIONS) as HelpOperation[];

/** How long «Ansicht der Kundin» is open (BOF-78). */
export const VIEW_MS = 15 * MINUTE_MS;
/** Her pages, read by the house. */
export const viewPath = (accountId: number): string => `/betrieb/ansicht/${accountId}`;

/** How long a copy of her data is open to a log-in of the house (BOF-75). */
export const EXPORT_OPEN_MS = 5 * MINUTE_MS;
export const houseExportPath = (accountId: number): string => `/betrieb/export/${accountId}`;

/** How the house recognised the person who asks for what could take an account (BOF-74). */
export const RECOGNISED = {
  callback: 'Rückruf',
  identity_card: 'Ausweis gesehen',
  payment: 'Zahlung bekannt',
} as const;
export type Recognised = keyof typeof RECOGNISED;
export const RECOGNISED_IDS = Object.keys(RECOGNISED) as Recognised[];

/** A payment of which money is still to be paid back. */
export interface DueBack {
  payment: string;
  /** Null in another currency. */
  francs: number | null;
}

/** Why an account cannot be deleted yet; null when nothing is to be paid back (BOF-79). */
export function dueBackText(due: readonly DueBack[]): string | null {
  if (due.length === 0) return null;
  const list = due.map(
    ({ payment, francs }) =>
      `${francs === null ? 'fremde Währung' : formatChf(francsToRappen(francs))} (Zahlung ${payment})`,
  );
  return `Zahle zuerst zurück: ${list.join(', ')}.`;
}

/** Why the house deletes an account (BOF-79). */
export const DELETION_CAUSES = {
  wish: 'Wunsch der Kundin',
  abuse: 'Missbrauch',
  death: 'Tod',
} as const;
export type DeletionCause = keyof typeof DELETION_CAUSES;
export const DELETION_CAUSE_IDS = Object.keys(DELETION_CAUSES) as DeletionCause[];

/** «2 Inserate, 1 Club», for what ends with the account. */
export function runningText({
  inserate,
  banner,
  clubs,
}: {
  inserate: number;
  banner: number;
  clubs: number;
}): string {
  const parts = [
    ...(inserate > 0 ? [inserate === 1 ? '1 Inserat' : `${inserate} Inserate`] : []),
    ...(banner > 0 ? [`${banner} Banner`] : []),
    ...(clubs > 0 ? [clubs === 1 ? '1 Club' : `${clubs} Clubs`] : []),
  ];
  return parts.join(', ') || 'nichts';
}

/** What a correction of credits is (BOF-80). */
export const CORRECTION_KINDS = {
  goodwill: 'Kulanz',
  mistake: 'Fehler',
  other: 'Sonstiges',
} as const;
export type CorrectionKind = keyof typeof CORRECTION_KINDS;
export const CORRECTION_KIND_IDS = Object.keys(CORRECTION_KINDS) as CorrectionKind[];
/** More than any customer buys at once; a slip of the finger stops here. */
export const MOST_CREDITS = 1_000_000;
/** The reason stands in her history. */
export const CORRECTION_REASON_MAX = 200;

/**
 * Whether a second person is needed: above the limit counts what one person moved on one account in
 * 24 hours, given or taken, this included (BOF-22).
 */
export const isAboveLimit = (moved: number, credits: number, limitFrancs: number): boolean =>
  moved + Math.abs(credits) > limitFrancs;

/** Why a correction cannot take so much; null when it can. A balance is never below zero. */
export const whyNotTaken = (balance: number, credits: number): string | null =>
  balance + credits < 0
    ? `Das Guthaben ist ${formatCredits(balance)}; mehr lässt sich nicht abziehen.`
    : null;
