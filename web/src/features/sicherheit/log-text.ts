import { formatCredits, whenText } from '@samtrot/shared/kernel/format.ts';

interface Entry {
  kind: string;
  details: Record<string, string | number>;
}

/** `Heute, 09:10`, `Gestern, 18:40`, `20.11., 07:55` in Swiss time. */
export function logTime(at: Date, now: Date): string {
  const words = whenText(at, now);
  return words[0]!.toUpperCase() + words.slice(1);
}

/** The second line of an entry; empty when there is nothing to add. */
export function detailsOf({ details }: Entry): string {
  const { device, count, credits, sessions, by, thing, reason } = details;
  return [
    by,
    thing,
    device,
    typeof count === 'number' && count > 1 ? `${count}-mal an diesem Tag` : '',
    typeof credits === 'number' ? formatCredits(credits) : '',
    typeof sessions === 'number' && sessions > 0
      ? `${sessions} ${sessions === 1 ? 'Gerät' : 'Geräte'}`
      : '',
    reason ? `Grund: ${reason}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
