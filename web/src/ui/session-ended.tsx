/**
 * `{ended && <SessionEnded />}`: the session is over while something unsaved is on the page. Comes
 * into view by itself.
 */
import { SESSION_END_LABELS } from '@samtrot/shared/access/session-rules.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { LOGIN_PAGE } from '../lib/session/session.ts';
import { whyEnded } from '../lib/session/session-times.ts';
import { Alert } from './alert.tsx';
import { ButtonAnchor } from './button-anchor.tsx';

/**
 * The children say what is still there, and what to do with it after the login; `action` another
 * way to log in.
 */
export function SessionEnded({
  action,
  children = 'Deine Eingaben sind noch da: Melde dich in einem neuen Tab an und speichere dann hier noch einmal.',
}: {
  action?: ReactNode;
  children?: ReactNode;
}) {
  const why = whyEnded();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    void box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={box}>
      <Alert
        tone="danger"
        live
        action={
          action ?? (
            <ButtonAnchor href={LOGIN_PAGE} target="_blank" rel="noopener">
              In neuem Tab anmelden
            </ButtonAnchor>
          )
        }
      >
        <p>
          {why ? SESSION_END_LABELS[why] : 'Deine Sitzung ist abgelaufen.'} {children}
        </p>
      </Alert>
    </div>
  );
}
