import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import type { Counts } from '../../listing/counts.ts';

/** HOM-02 to HOM-04, by Swiss time. */
export function greeting(now: Date): string {
  const hour = Number(localTime(now).slice(0, 2));
  if (hour < 12) return 'Guten Morgen';
  return hour < 18 ? 'Guten Tag' : 'Guten Abend';
}

/** The nickname, or the login name without one (HOM-05). */
export const displayName = (nickname: string, login: string): string => nickname.trim() || login;

export type HintTitle = 'Willkommen' | 'Zeit für ein neues Inserat' | 'Nächste Schritte';

/** Which of the three hints the box gives (HOM-09 to HOM-11). */
export function hintTitle({ aktiv, geplant, entwurf, abgelaufen }: Counts): HintTitle {
  if (aktiv + geplant + entwurf > 0) return 'Nächste Schritte';
  return abgelaufen > 0 ? 'Zeit für ein neues Inserat' : 'Willkommen';
}

/** What stands where nothing waits (EXP-34). */
export const doneText = (title: HintTitle): string =>
  title === 'Zeit für ein neues Inserat'
    ? 'Heute ist alles erledigt. Gib ein neues Inserat auf oder schalte ein abgelaufenes wieder online.'
    : 'Heute ist alles erledigt.';

/** The lines of a card; hidden ones have their own only where they are no part of the drafts. */
export function countLines({ aktiv, geplant, entwurf, abgelaufen, ausgeblendet }: Counts) {
  const apart = entwurf < ausgeblendet;
  return [
    ['aktiv', aktiv] as const,
    ['geplant', geplant] as const,
    [entwurf === 1 ? 'Entwurf' : 'Entwürfe', entwurf] as const,
    ...(apart ? [['ausgeblendet', ausgeblendet] as const] : []),
    ['abgelaufen', abgelaufen] as const,
  ];
}

/** "Verwalten" once something is active, otherwise "Erstellen" (HOM-20). */
export const cardAction = (active: number): 'Verwalten' | 'Erstellen' =>
  active > 0 ? 'Verwalten' : 'Erstellen';

type Timed = Pick<Inserat, 'inserat_status' | 'end_at'>;

/** Active ads, the one that ends first at the top. */
export const runningAds = <T extends Timed>(ads: readonly T[]): T[] =>
  ads
    .filter((ad) => ad.inserat_status === 'aktiv' && ad.end_at !== null)
    .toSorted((a, b) => Date.parse(a.end_at!) - Date.parse(b.end_at!));

const WORDS = [
  'Kein',
  'Ein',
  'Zwei',
  'Drei',
  'Vier',
  'Fünf',
  'Sechs',
  'Sieben',
  'Acht',
  'Neun',
  'Zehn',
  'Elf',
  'Zwölf',
];

/** `Fünf Inserate sind online. Drei Dinge brauchen dich heute.` (EXP-38) */
export function summary(active: number, today: number): string {
  const word = (n: number) => WORDS[n] ?? String(n);
  const online = `${word(active)} ${active > 1 ? 'Inserate sind' : 'Inserat ist'} online.`;
  if (today === 0) return online;
  return `${online} ${today === 1 ? 'Eine Sache braucht' : `${word(today)} Dinge brauchen`} dich heute.`;
}
