export const NEWSLETTER_SUBJECT_MAX = 120;
export const NEWSLETTER_TEXT_MAX = 20_000;

export const newsletterTexts = {
  telling: (word: string) => `Der Betreff ist nicht neutral: «${word}» verrät, worum es geht.`,
  sentBefore: 'Genau dieser Newsletter ging schon hinaus.',
};

export type DraftState = 'draft' | 'submitted' | 'sent';
export const DRAFT_STATE_LABELS: Record<DraftState, string> = {
  draft: 'Entwurf',
  submitted: 'Wartet auf zweite Person',
  sent: 'Gesendet',
};

/** Paragraphs of a text: what an empty line divides. */
export const paragraphsOf = (text: string): string[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim());

/** `an 12 Konten, gesendet 10, wartet 1, abgewiesen 1` */
export const reportText = (report: {
  made: number;
  sent: number;
  waiting: number;
  refused: number;
}): string =>
  `an ${report.made === 1 ? '1 Konto' : `${report.made} Konten`}, gesendet ${report.sent}, wartet ${report.waiting}, abgewiesen ${report.refused}`;
