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
  <Card className={clsx('set', danger && 'set-danger')} aria-labelledby={id}>
    <div className="set-intro">
      <h2 className="h2" id={id}>
        {title}
      </h2>
      {lead && <p>{lead}</p>}
    </div>
    <div className="set-body">{children}</div>
  </Card>
);
