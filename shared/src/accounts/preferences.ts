/** What a person switches off for herself and the server keeps (EXP-71). */

/** Questions about what costs nothing and can be undone; all others are always asked. */
export const QUESTION_KINDS = [
  'place_free',
  'edit',
  'draft',
  'duplicate',
  'hide',
  'show',
  'renewal_off',
  'delete_draft',
  'remove_picture',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** What is switched off on the account; `shortcuts` are those of the keyboard (EXP-75). */
export const SWITCHES = [...QUESTION_KINDS, 'shortcuts'] as const;
export type Switch = (typeof SWITCHES)[number];

/** What a switched off question would have asked about, for the list in the profile. */
export const QUESTION_LABELS: Record<QuestionKind, string> = {
  place_free: 'Gratis-Inserat aufgeben',
  edit: 'Bearbeiten',
  draft: 'Als Entwurf speichern',
  duplicate: 'Duplizieren',
  hide: 'Ausblenden',
  show: 'Einblenden',
  renewal_off: 'Automatische Reaktivierung ausschalten',
  delete_draft: 'Entwurf löschen',
  remove_picture: 'Bild löschen',
};
