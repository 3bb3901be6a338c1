import { formatCredits } from '@samtrot/shared/kernel/money.ts';
import { formatDateTime, localDate, localTime } from '@samtrot/shared/kernel/time.ts';

interface Entry {
  kind: string;
  details: Record<string, string | number>;
}

/** `Heute, 09:10`, `Gestern, 18:40`, `20.11.2026 07:55` in Swiss time. */
export function logTime(at: Date, now: Date): string {
  const [date, today] = [localDate(at), localDate(now)];
  const yesterday = localDate(new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000));
  if (date === today) return `Heute, ${localTime(at)}`;
  return date === yesterday ? `Gestern, ${localTime(at)}` : formatDateTime(at);
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
