/**
 * `<EmptyState title="Keine Inserate gefunden" actions={<ButtonLink …/>}>Ändere die Suche
 * …</EmptyState>`.
 */
import type { ReactNode } from 'react';
import { Folds } from './folds.tsx';
import './empty-state.css';

interface Props {
  title: ReactNode;
  /** One line of help. */
  children?: ReactNode;
  actions?: ReactNode;
  /** 1 where this is all there is on the page. */
  level?: 1 | 2;
}

export function EmptyState({ title, children, actions, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty" data-slot="empty-state">
      <div className="empty-art" aria-hidden>
        <Folds seed={11} n={18} w={240} h={176} steps={8} strokeWidth={2} />
      </div>
      <Heading className="h2">{title}</Heading>
      {children && (
        <p className="muted" style={{ maxWidth: '24rem' }}>
          {children}
        </p>
      )}
      {actions && <div className="row-tight wrap above-2">{actions}</div>}
    </div>
  );
}
