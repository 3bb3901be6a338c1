import { HOUR_MS } from '../kernel/time.ts';

/** What wakes the person on duty, and what a mail says of it (BOF-138). */
export const ALARMS = {
  worker: 'Kein Worker arbeitet: Mails, Termine und Meldungen an Partner bleiben liegen.',
  mail: 'Mails gehen nicht hinaus.',
  disk: 'Der Speicher ist voll: Uploads werden abgelehnt.',
  files: 'Der Speicher der Dateien ist nicht erreichbar: Bilder, Videos und Belege fehlen.',
  audit_chain: 'Das Protokoll wurde verändert.',
  urgent_report: 'Eine dringende Meldung ist überfällig.',
} as const;
export type AlarmKind = keyof typeof ALARMS;
export const ALARM_KINDS = Object.keys(ALARMS) as AlarmKind[];

/** An alarm that lasts is mailed a second time after an hour, and then no more. */
export const REPEAT_MS = HOUR_MS;

export type AlarmStep = 'raise' | 'repeat' | 'end' | null;

/** What to do about one kind; `raised` while somebody was told of it. */
export function alarmStep(
  { raised, wrong }: { raised: { repeatAt: Date | null } | undefined; wrong: boolean },
  now: Date,
): AlarmStep {
  if (!raised) return wrong ? 'raise' : null;
  if (!wrong) return 'end';
  return raised.repeatAt !== null && raised.repeatAt <= now ? 'repeat' : null;
}
