/**
 * `<AuthFrame title="Anmelden" lead="…" side={<h2>…</h2>}>form</AuthFrame>`: the pages around the
 * login, the velvet panel beside them.
 */
import type { ReactNode } from 'react';
import { type Place, PublicFrame } from './public-frame.tsx';
import { Velvet } from './velvet.tsx';
import './auth-frame.css';
import './velvet.css';

interface Props {
  current?: Place;
  title: string;
  lead?: ReactNode;
  member?: boolean;
  children: ReactNode;
}

export function AuthFrame({ current, title, lead, member = false, children }: Props) {
  return (
    <PublicFrame {...(current && { current })} member={member}>
      <main className="auth" id="inhalt">
        <div className="auth-form">
          <div className="auth-box">
            <h1 className="h1" tabIndex={-1}>
              {title}
            </h1>
            {lead && <p className="muted above-1">{lead}</p>}
            {children}
          </div>
        </div>
        <Velvet
          as="aside"
          className="auth-side login"
          folds={{ seed: 8, n: 58, w: 560, h: 760, amp: 0.1, bunch: 0.9 }}
          aria-label="Hinweis"
        >
          <h2 className="h1">
            Dein Bereich.
            <br />
            Nur für dich.
          </h2>
          <p className="v-muted above-3" style={{ maxWidth: '24rem' }}>
            Neutraler Name im Browser, verdeckte Bilder in der Diskret-Ansicht, Abmelden mit einem
            Tipp.
          </p>
        </Velvet>
      </main>
    </PublicFrame>
  );
}
