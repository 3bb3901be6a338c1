import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS, localTime } from '@samtrot/shared/kernel/time.ts';
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

/** "Verwalten" once something is active, otherwise "Erstellen" (HOM-20). */
export const cardAction = (active: number): 'Verwalten' | 'Erstellen' =>
  active > 0 ? 'Verwalten' : 'Erstellen';

type Timed = Pick<Inserat, 'inserat_status' | 'end_at'>;

/** Active ads, the one that ends first at the top. */
export const runningAds = <T extends Timed>(ads: readonly T[]): T[] =>
  ads
    .filter((ad) => ad.inserat_status === 'aktiv' && ad.end_at !== null)
    .toSorted((a, b) => Date.parse(a.end_at!) - Date.parse(b.end_at!));

/** Whether less than 24 hours remain. */
export function endsSoon({ end_at }: Timed, now: Date): boolean {
  if (end_at === null) return false;
  const left = Date.parse(end_at) - now.getTime();
  return left > 0 && left < DAY_MS;
}

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

/** `Fünf Inserate sind online. Eines läuft bald ab.` */
export function summary(ads: readonly Timed[], now: Date): string {
  const running = runningAds(ads);
  const ending = running.filter((ad) => endsSoon(ad, now)).length;
  const word = (n: number) => WORDS[n] ?? String(n);
  const online = `${word(running.length)} ${running.length > 1 ? 'Inserate sind' : 'Inserat ist'} online.`;
  if (ending === 0) return online;
  return `${online} ${ending === 1 ? 'Eines läuft' : `${word(ending)} laufen`} in den nächsten 24 Stunden ab.`;
}
