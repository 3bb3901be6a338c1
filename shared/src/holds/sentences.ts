import { DAY_MS } from '../kernel/time.ts';
import { UNDECIDED_MS } from '../moderation/review-rules.ts';
import { INDEPENDENT_WITHIN_MS } from '../reports/rules.ts';
import { DISCREET_REASONS, type HoldReasons, REASON_IDS, type ReasonId } from './reason-rules.ts';
import { FINAL_APPEAL_MS, RESUBMITS_PER_DAY } from './rules.ts';

const days = (ms: number) => ms / DAY_MS;

/**
 * Stand in texts that are rendered before the reasons of the moment are known; `filledReasons`
 * replaces them.
 */
const MARKERS = { discreet: '%REASONS_DISCREET%', unrefunded: '%REASONS_UNREFUNDED%' } as const;

export const namesReasons = (page: string): boolean =>
  Object.values(MARKERS).some((marker) => page.includes(marker));

/**
 * The page with the reasons of the moment in place of its markers; `escaped` makes a label fit for
 * it.
 */
export function filledReasons(
  page: string,
  reasons: HoldReasons,
  escaped: (label: string) => string,
): string {
  const listed = (ids: readonly ReasonId[]) => {
    const labels = ids.map((id) => `«${escaped(reasons[id].label)}»`);
    return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' und ');
  };
  const unrefunded = REASON_IDS.filter((id) => reasons[id].final && !reasons[id].refunds);
  return page
    .replaceAll(MARKERS.discreet, () => listed(DISCREET_REASONS))
    .replaceAll(MARKERS.unrefunded, () =>
      unrefunded.length > 0 ? `, ausser bei ${listed(unrefunded)}` : '',
    );
}

/** Looks before anything is online and holds, for everybody to read: terms and FAQ. */
export const HOLD_SENTENCES = [
  `Manches prüfen wir, bevor es online geht. Die Laufzeit beginnt dann mit der Freigabe. Löschst du es vorher oder entscheiden wir nicht innert ${days(UNDECIDED_MS)} Tagen, bekommst du den ganzen Preis als Credits zurück.`,
  `Nehmen wir etwas von den Webseiten, sagen wir dir den Grund, bei ${MARKERS.discreet} erst mit dem Entscheid. Bezahlte Zeit steht so lange still; ein Gratis-Inserat läuft weiter.`,
  `Ist der Entscheid nicht endgültig, kannst du ändern, was wir nennen, und es bis zu ${RESUBMITS_PER_DAY}-mal am Tag neu prüfen lassen. Gegen jeden Entscheid kannst du einmal Einspruch erheben, gegen einen endgültigen innert ${days(FINAL_APPEAL_MS)} Tagen. Eine andere Person prüft ihn.`,
  `Sperren wir etwas endgültig, bekommst du die nicht genutzte bezahlte Zeit als Credits zurück${MARKERS.unrefunded}.`,
] as const;

/** What programs decide or prepare besides refusing a text: the privacy page. */
export const AUTOMATIC_SENTENCES = [
  'Was veröffentlicht oder geändert wird, ordnet ein Programm für die Prüfung ein. Es zählt Punkte, etwa für bestimmte Wörter, für Bilder oder Telefonnummern, die auch anderswo stehen, für offene Meldungen, für eine zurückgeholte Zahlung, für ein neues Konto und für frühere Entscheide. Die Punkte bestimmen nur, was wir zuerst ansehen. Den Entscheid trifft ein Mensch.',
  `Kommen innert ${days(INDEPENDENT_WITHIN_MS)} Tagen mehrere dringende Meldungen von verschiedenen Seiten, kann ein Programm etwas von den Webseiten nehmen, bis ein Mensch entschieden hat. Gibt innert ${days(UNDECIDED_MS)} Tagen niemand frei, was vor dem Veröffentlichen geprüft wird, nimmt ein Programm es zurück und erstattet den Preis.`,
] as const;
