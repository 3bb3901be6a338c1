import type { Output } from '@samtrot/shared/kernel/action.ts';
import { afterText, listText, sinceText } from '@samtrot/shared/kernel/format.ts';
import type {
  getOffline,
  goOnline,
  OfflineRun,
  Receipt,
} from '@samtrot/shared/pause-all/contract.ts';

export type Offline = Output<typeof getOffline>;
export type Left = Output<typeof goOnline>['left'];

interface Amount {
  inserate: number;
  banners: number;
  clubs: number;
}

/** `3 Inserate, 1 Banner und 1 Club`; empty when there is nothing. */
export const amountText = ({ inserate, banners, clubs }: Amount): string =>
  listText([
    ...(inserate > 0 ? [inserate === 1 ? '1 Inserat' : `${inserate} Inserate`] : []),
    ...(banners > 0 ? [`${banners} Banner`] : []),
    ...(clubs > 0 ? [clubs === 1 ? '1 Club' : `${clubs} Clubs`] : []),
  ]);

/** What the question before says will happen. */
export function questionText(amount: Amount): string {
  const words = amountText(amount);
  const { inserate, banners, clubs } = amount;
  if (words === '') return 'Zurzeit ist nichts von dir online.';
  return `${words} ${inserate + banners + clubs === 1 ? 'verschwindet' : 'verschwinden'} sofort.`;
}

/** Whether this website has yet to take note of something. */
export const isOpen = ({ items, confirmed }: Pick<Receipt, 'items' | 'confirmed'>): boolean =>
  confirmed < items;

/** What one website has done: `entfernt nach 0.8 Sekunden`, `noch nicht bestätigt`. */
export function receiptText({ items, confirmed, seconds }: Receipt): string {
  if (items === 0) return 'hatte nichts von dir';
  if (confirmed < items)
    return confirmed === 0
      ? 'noch nicht bestätigt'
      : `${confirmed} von ${items} entfernt, Rest noch nicht bestätigt`;
  return seconds === null ? 'entfernt' : `entfernt ${afterText(seconds)}`;
}

/** All receipts in one sentence. */
export function receiptsText({ websites }: Pick<OfflineRun, 'websites'>): string {
  const open = websites.filter(isOpen).length;
  const all = websites.filter(({ items }) => items > 0).length;
  if (all === 0) return 'Keine Webseite hatte etwas von dir.';
  if (open === 0)
    return all === 1
      ? 'Die Webseite hat es bestätigt.'
      : `Alle ${all} Webseiten haben es bestätigt.`;
  return `${all - open} von ${all === 1 ? '1 Webseite' : `${all} Webseiten`} bestätigt.`;
}

/** The bar above every page. */
export function barText(
  since: Date,
  now: Date,
  run: Pick<OfflineRun, 'websites'> | null | undefined,
): [string, string] {
  const open = run?.websites.filter(isOpen).length ?? 0;
  return [
    `Du bist überall offline seit ${sinceText(since, now)}.`,
    open === 0
      ? 'Nichts von dir ist zu sehen.'
      : open === 1
        ? 'Eine Webseite hat es noch nicht bestätigt.'
        : `${open} Webseiten haben es noch nicht bestätigt.`,
  ];
}

/** What is said when the server did not say yes; never that it is done. */
export function failureText(
  failure: { code: string; message: string } | undefined,
  to: 'offline' | 'online',
): string {
  const unknown =
    failure === undefined ||
    ['NETWORK', 'UNREADABLE', 'UNAVAILABLE', 'INTERNAL', ''].includes(failure.code);
  const words =
    to === 'offline'
      ? 'Nicht bestätigt: Deine Sachen können noch zu sehen sein.'
      : 'Nicht bestätigt: Du bist vielleicht noch offline.';
  if (!unknown) return `${words} ${failure.message}`;
  return `${words} ${failure?.code === 'NETWORK' ? 'Der Server ist nicht erreichbar.' : 'Der Server hat nicht richtig geantwortet.'} Bitte versuche es gleich noch einmal.`;
}
