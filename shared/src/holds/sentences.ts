import { DAY_MS } from '../kernel/time.ts';
import { UNDECIDED_MS } from '../moderation/review-rules.ts';
import { INDEPENDENT_WITHIN_MS } from '../reports/rules.ts';
import { FINAL_APPEAL_MS, REASON_IDS, RESUBMITS_PER_DAY, type Reason, reasonOf } from './rules.ts';

const days = (ms: number) => ms / DAY_MS;
function labels(which: (reason: Reason) => boolean): string {
  const found = REASON_IDS.map(reasonOf)
    .filter(which)
    .map(({ label }) => `«${label}»`);
  return `${found.slice(0, -1).join(', ')} und ${found.at(-1)}`;
}

/** Looks before anything is online and holds, for everybody to read: terms and FAQ. */
export const HOLD_SENTENCES = [
  `Manches prüfen wir, bevor es online geht. Die Laufzeit beginnt dann mit der Freigabe. Löschst du es vorher oder entscheiden wir nicht innert ${days(UNDECIDED_MS)} Tagen, bekommst du den ganzen Preis als Credits zurück.`,
  `Nehmen wir etwas von den Webseiten, sagen wir dir den Grund, bei ${labels(({ discreet }) => discreet === true)} erst mit dem Entscheid. Bezahlte Zeit steht so lange still; ein Gratis-Inserat läuft weiter.`,
  `Ist der Entscheid nicht endgültig, kannst du ändern, was wir nennen, und es bis zu ${RESUBMITS_PER_DAY}-mal am Tag neu prüfen lassen. Gegen jeden Entscheid kannst du einmal Einspruch erheben, gegen einen endgültigen innert ${days(FINAL_APPEAL_MS)} Tagen. Eine andere Person prüft ihn.`,
  `Sperren wir etwas endgültig, bekommst du die nicht genutzte bezahlte Zeit als Credits zurück, ausser bei ${labels(({ rest, kinds }) => rest === 'keiner' && kinds.includes('final'))}.`,
] as const;

/** What programs decide or prepare besides refusing a text: the privacy page. */
export const AUTOMATIC_SENTENCES = [
  'Was veröffentlicht oder geändert wird, ordnet ein Programm für die Prüfung ein. Es zählt Punkte, etwa für bestimmte Wörter, für Bilder oder Telefonnummern, die auch anderswo stehen, für offene Meldungen, für eine zurückgeholte Zahlung, für ein neues Konto und für frühere Entscheide. Die Punkte bestimmen nur, was wir zuerst ansehen. Den Entscheid trifft ein Mensch.',
  `Kommen innert ${days(INDEPENDENT_WITHIN_MS)} Tagen mehrere dringende Meldungen von verschiedenen Seiten, kann ein Programm etwas von den Webseiten nehmen, bis ein Mensch entschieden hat. Gibt innert ${days(UNDECIDED_MS)} Tagen niemand frei, was vor dem Veröffentlichen geprüft wird, nimmt ein Programm es zurück und erstattet den Preis.`,
] as const;
