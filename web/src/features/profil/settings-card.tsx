import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import './profil.css';

interface Props {
  id: string;
  title: string;
  lead?: string;
  danger?: boolean;
  children: ReactNode;
}

/**
 * One section of the settings: what it is about at the left, its controls at the right (PRO-03).
 */
export const SettingsCard = ({ id, title, lead, danger, children }: Props) => (
  <Card className={clsx('split wide set', danger && 'set-danger')} aria-labelledby={id}>
    <div>
      <h2 className="h2" id={id}>
        {title}
      </h2>
      {lead && <p className="sm muted above-1">{lead}</p>}
    </div>
    <div className="stack gap-5 set-body">{children}</div>
  </Card>
);
