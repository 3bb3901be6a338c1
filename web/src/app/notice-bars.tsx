import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { getNotices } from '@samtrot/shared/notices/contract.ts';
import { maintenanceText } from '@samtrot/shared/notices/maintenance-rules.ts';
import { isClosable } from '@samtrot/shared/notices/rules.ts';
import { Info, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { TermsBar } from './terms-bar.tsx';
import './frame-reminder.css';
import '../ui/alert.css';

/** Ids of the notices closed in this tab; `web/device.js` reads and writes them, too. */
const CLOSED_NOTICES = 'closed-notices';

/** One bar for maintenance and for each notice. */
export function Bars({ said }: { said: Output<typeof getNotices> }) {
  const [closed, setClosed] = useState(readClosed);
  const close = (id: number) => {
    const next = [...closed, String(id)];
    setClosed(next);
    try {
      sessionStorage.setItem(CLOSED_NOTICES, next.join(' '));
    } catch {}
  };
  const shown = said.notices.filter(({ id }) => !closed.includes(String(id)));
  return (
    <>
      {said.maintenance && (
        <Bar icon={TriangleAlert} tone="warning">
          {maintenanceText(new Date(said.maintenance.until), new Date())}
        </Bar>
      )}
      {said.terms && <TermsBar of={said.terms} />}
      {shown.map(({ id, kind, text }) => (
        <Bar
          key={id}
          icon={kind === 'info' ? Info : TriangleAlert}
          tone={kind === 'info' ? 'info' : 'warning'}
          onClose={isClosable(kind) ? () => close(id) : undefined}
        >
          {text}
        </Bar>
      ))}
    </>
  );
}

function readClosed(): string[] {
  try {
    return (sessionStorage.getItem(CLOSED_NOTICES) ?? '').split(' ');
  } catch {
    return [];
  }
}

interface BarProps {
  icon: typeof Info;
  tone: 'info' | 'warning';
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

const Bar = ({ icon: Icon, tone, onClose, children }: BarProps) => (
  <div className={`alert alert-${tone} reminder`} role="status">
    <Icon className="i" aria-hidden />
    <p className="grow words">{children}</p>
    {onClose && <IconButton icon={X} label="Hinweis schliessen" tipSide="left" onClick={onClose} />}
  </div>
);
