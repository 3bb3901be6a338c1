import type { QuestionKind } from '@samtrot/shared/accounts/preferences.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';

/** The texts and choices of a dialog of a list. */
export interface Question {
  title: string;
  /** Which thing it is about, where several may have one title: `«Titel», Nr. 12`. */
  about: string;
  /** What happens, in short sentences. */
  text: string;
  safe: string;
  /**
   * The verb of the question, with the price when there is one. Null: there is nothing to do but to
   * close.
   */
  act: string | null;
  busy: string;
  danger?: boolean;
  /** It is free and can be undone: «Nicht mehr fragen» switches it off. */
  kind?: QuestionKind;
  price: Credits;
  /** What is refunded at least, and whether it may be more. */
  refund?: { atLeast: Credits; more: boolean };
  /** How the act is to be done, where there are ways to choose from. */
  way?: string;
  /**
   * A second way to do it, at its own price; where only this one can be paid it replaces the first.
   */
  other?: { act: string; price: Credits; way: string };
  /** In place of the one price: what each way costs. */
  costs?: readonly { label: string; note: string; amount: string }[];
  /** The editor has to come first. */
  toEditor?: boolean;
}

/**
 * A question as lists define it: without price it is free, without safe choice it is «Abbrechen».
 */
export type QuestionSpec = Omit<Question, 'about' | 'safe' | 'price'> &
  Partial<Pick<Question, 'safe' | 'price'>>;

export const asQuestion = (spec: QuestionSpec, title: string, id: number): Question => ({
  about: title ? `«${title}», Nr. ${id}` : `Nr. ${id}`,
  safe: 'Abbrechen',
  price: 0,
  ...spec,
});
