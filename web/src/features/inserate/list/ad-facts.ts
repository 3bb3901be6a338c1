import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatDate, formatDateTime, shownWire } from '@samtrot/shared/kernel/format.ts';
import {
  ArrowUpToLine,
  CalendarClock,
  CirclePlay,
  EyeOff,
  Hourglass,
  Palette,
  Pin,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { Fact } from '../../../listing/item-card.tsx';
import { renewable } from './ad-actions.ts';
import { standsStill } from './runtime.ts';

/**
 * Further facts on the card of an ad (INS-06). Times are `DD.MM.YYYY
 * HH:MM`.
 */
export function factsOf(inserat: Inserat): Fact[] {
  const {
    inserat_status,
    start_zeit,
    next_push_at,
    last_push_at,
    topad_until,
    story_until,
    inserat_farbe,
    hidden_at,
    deletes_at,
  } = inserat;
  const booked = inserat_status !== 'entwurf' && inserat_status !== 'abgelaufen';
  const facts: (Fact | false)[] = [
    deletes_at !== null && {
      icon: Trash2,
      text: `Wird am ${formatDate(new Date(deletes_at))} gelöscht, wenn du ihn nicht mehr änderst`,
      phone: true,
    },
    hidden_at !== null && { icon: EyeOff, text: `Ausgeblendet seit ${at(hidden_at)}` },
    inserat_status === 'ausgeblendet' && { icon: Hourglass, text: hiddenClock(inserat) },
    start_zeit !== '' &&
      inserat_status !== 'geplant' &&
      inserat_status !== 'entwurf' && {
        icon: CalendarClock,
        text: `Start ${shownWire(start_zeit)}`,
      },
    inserat_status === 'aktiv' &&
      last_push_at !== null && { icon: ArrowUpToLine, text: `Letzter Push ${at(last_push_at)}` },
    next_push_at !== null && { icon: ArrowUpToLine, text: `Nächster Push ${at(next_push_at)}` },
    topad_until !== null && { icon: Pin, text: `TopAd bis ${at(topad_until)}` },
    story_until !== null && { icon: CirclePlay, text: `Story bis ${at(story_until)}` },
    booked && inserat_farbe && { icon: Palette, text: 'Farbe gebucht', phone: true },
    renewable(inserat) &&
      inserat.reaktivierung && {
        icon: RotateCcw,
        text: 'Wird automatisch reaktiviert',
        phone: true,
      },
  ];
  return facts.filter((fact) => fact !== false);
}

const at = (instant: string) => formatDateTime(new Date(instant));

function hiddenClock(inserat: Inserat): string {
  const { hidden_days_left: days } = inserat;
  if (!standsStill(inserat)) return 'Laufzeit läuft weiter';
  return `Laufzeit steht still, noch höchstens ${days === 1 ? '1 Tag' : `${days} Tage`}`;
}
