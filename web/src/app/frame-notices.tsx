import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { maintenanceText } from '@samtrot/shared/notices/maintenance-rules.ts';
import { isClosable } from '@samtrot/shared/notices/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Info, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useRead } from '../lib/api/api.ts';
import { MAINTENANCE } from '../lib/api/call.ts';
import { IconButton } from '../ui/icon-button.tsx';
import './frame-reminder.css';
import '../ui/alert.css';

const EVERY_MS = 15_000;
/** Ids of the notices closed in this tab; `web/device.js` reads and writes them, too. */
const CLOSED_NOTICES = 'closed-notices';

/** Above every page: maintenance, and what the house has to say (BOF-131, BOF-132). */
export function NoticeBars() {
  const client = useQueryClient();
  const { data } = useRead(getNotices, {}, { staleTime: EVERY_MS, refetchInterval: EVERY_MS });
  const [closed, setClosed] = useState(readClosed);
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: [getNotices.name] });
    addEventListener(MAINTENANCE, ask);
    return () => removeEventListener(MAINTENANCE, ask);
  }, [client]);
  const close = (id: number) => {
    const next = [...closed, String(id)];
    setClosed(next);
    try {
      sessionStorage.setItem(CLOSED_NOTICES, next.join(' '));
    } catch {}
  };
  const shown = data?.notices.filter(({ id }) => !closed.includes(String(id))) ?? [];
  return (
    <>
      {data?.maintenance && (
        <Bar icon={TriangleAlert} tone="warning">
          {maintenanceText(new Date(data.maintenance.until), new Date())}
        </Bar>
      )}
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
