/**
 * `<StatusBadge status="aktiv" />`: colour, icon and word of a status that ads, banners and clubs
 * share.
 */
import {
  CalendarClock,
  CircleCheck,
  EyeOff,
  type LucideIcon,
  PencilLine,
  TimerOff,
} from 'lucide-react';
import './badge.css';

export const STATUS_LOOKS = {
  aktiv: { label: 'Aktiv', icon: CircleCheck },
  geplant: { label: 'Geplant', icon: CalendarClock },
  entwurf: { label: 'Entwurf', icon: PencilLine },
  abgelaufen: { label: 'Abgelaufen', icon: TimerOff },
  ausgeblendet: { label: 'Ausgeblendet', icon: EyeOff },
} as const satisfies Record<string, { label: string; icon: LucideIcon }>;

export type StatusName = keyof typeof STATUS_LOOKS;

export function StatusBadge({ status }: { status: StatusName }) {
  const { label, icon: Icon } = STATUS_LOOKS[status];
  return (
    <span className={`badge badge-${status}`} data-slot="status-badge">
      <Icon className="i" aria-hidden />
      {label}
    </span>
  );
}
