import { lengthProblem } from '../kernel/text.ts';

/** Subjects of the public form (SUP-17); inside there is one more (SUP-02). */
export const CONTACT_SUBJECTS = [
  { value: 'general', label: 'Allgemeine Frage' },
  { value: 'technical', label: 'Technisches Problem' },
  { value: 'billing', label: 'Zahlung und Guthaben' },
  { value: 'other', label: 'Anderes' },
] as const;

export const SUPPORT_SUBJECTS = [
  CONTACT_SUBJECTS[0],
  CONTACT_SUBJECTS[1],
  CONTACT_SUBJECTS[2],
  { value: 'ad', label: 'Inserat-Verwaltung' },
  CONTACT_SUBJECTS[3],
] as const;

export const NAME_MIN = 2;
export const NAME_MAX = 80;
export const MESSAGE_MIN = 10;
export const MESSAGE_MAX = 5000;

/** Shared rules of both forms (SUP-18, SUP-19). */
export const nameProblem = (name: string): string | null => lengthProblem(name, NAME_MIN, NAME_MAX);
export const messageProblem = (message: string): string | null =>
  lengthProblem(message, MESSAGE_MIN, MESSAGE_MAX);

/** SUP-05. */
export const supportMessageProblem = (message: string): string | null =>
  message === '' ? 'Bitte gib eine Nachricht ein.' : messageProblem(message);

const isOneOf = (subjects: readonly { value: string }[], subject: string) =>
  subjects.some(({ value }) => value === subject);

/** Without a full stop on the public form (ERR-114), with one inside (ERR-112). */
export const contactSubjectProblem = (subject: string): string | null =>
  isOneOf(CONTACT_SUBJECTS, subject) ? null : 'Bitte wähle einen Betreff aus';
export const supportSubjectProblem = (subject: string): string | null =>
  isOneOf(SUPPORT_SUBJECTS, subject) ? null : 'Bitte wähle einen Betreff aus.';

/** SUP-07, SUP-08; the public form uses the same words (SUP-23). */
export const supportTexts = {
  sent: 'Deine Nachricht wurde erfolgreich gesendet. Wir melden uns bald bei dir!',
  failed: 'Fehler beim Senden der Nachricht. Bitte versuche es später erneut.',
} as const;

/** `S-10042` */
export const ticketOf = (id: number): string => `S-${id}`;

/** The words for a subject, as the select shows them. */
export const subjectLabel = (value: string): string =>
  SUPPORT_SUBJECTS.find((subject) => subject.value === value)?.label ?? value;

/**
 * Support hours and response time, and the duration of a refund by transfer (SUP-10 to SUP-12,
 * CON-84 to CON-86); how long banks take for a transfer (EXP-98).
 */
export const SUPPORT_TIMES = {
  reply: '24 Stunden',
  payout: '3-5 Arbeitstage',
  transfer: 'Banken brauchen meist 1 bis 2 Werktage.',
} as const;
