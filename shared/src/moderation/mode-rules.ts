import type { ModerationMode } from './review-rules.ts';

export const MODE_LABELS: Record<ModerationMode, string> = {
  after: 'Sofort online',
  first: 'Das Erste wartet',
  before: 'Alles wartet',
};

/** What each mode means for what is published or changed. */
export const MODE_TEXTS: Record<ModerationMode, string> = {
  after: 'Neues und Geändertes geht sofort online und steht danach zum Prüfen an.',
  first:
    'Das erste Inserat, der erste Banner und der erste Club eines Kontos warten auf die Freigabe. Alles andere geht sofort online.',
  before:
    'Neues wartet auf die Freigabe, auch geänderte Namen, Texte, Kontaktangaben, Bilder und Videos. Besucher sehen bis dahin die freigegebene Fassung.',
};

interface Waiting {
  things: number;
  changes: number;
}

const counted = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

/** «2 neue und 1 Änderung»; empty when nothing waits. */
export const waitingText = ({ things, changes }: Waiting): string =>
  [
    ...(things > 0 ? [`${things} ${things === 1 ? 'neues' : 'neue'}`] : []),
    ...(changes > 0 ? [counted(changes, 'Änderung', 'Änderungen')] : []),
  ].join(' und ');

/** What a switch to this mode does, sentence by sentence. */
export function switchTexts(to: ModerationMode, waiting: Waiting): string[] {
  const words = waitingText(waiting);
  return [
    'Das gilt sofort für alles, was ab jetzt aufgegeben oder geändert wird.',
    to === 'after'
      ? 'Nichts wird dadurch ungesehen freigegeben.'
      : 'Was schon online ist, bleibt online.',
    ...(words ? [`Es warten schon ${words}. Darüber wird weiter unter «Prüfen» entschieden.`] : []),
  ];
}

export const MODE_REASON_MAX = 500;
