import { emailProblem } from '@samtrot/shared/accounts/rules.ts';
import { useEffect, useRef } from 'react';
import { isEmailTaken } from '../../lib/api/proof-of-work.ts';

const PAUSE_MS = 700;
const TAKEN = 'Diese E-Mail-Adresse ist bereits registriert.';

interface Listener {
  /** The server has spoken about the address that stands in the field. */
  onVerdict(): void;
  /** The lookup failed (ERR-005); the registration itself checks again. */
  onFailure(message: string): void;
}

/**
 * Checks during registration whether the address is still free (AUT-39, AUT-40): on blur, or after
 * a pause in typing.
 */
export function useEmailLookup({ onVerdict, onFailure }: Listener) {
  const taken = useRef(new Map<string, boolean>());
  const asking = useRef(new Set<string>());
  const timer = useRef<number>(undefined);
  const current = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = async (email: string) => {
    clearTimeout(timer.current);
    current.current = email;
    if (emailProblem(email) !== null || taken.current.has(email) || asking.current.has(email))
      return;
    asking.current.add(email);
    try {
      const answer = await isEmailTaken(email);
      taken.current.set(email, answer);
      if (answer && current.current === email) onVerdict();
    } catch (error) {
      // A late word about an address that was changed meanwhile says nothing.
      if (current.current === email) onFailure((error as Error).message);
    } finally {
      asking.current.delete(email);
    }
  };

  return {
    now: (email: string) => void ask(email),
    soon: (email: string) => {
      clearTimeout(timer.current);
      current.current = email;
      timer.current = window.setTimeout(() => void ask(email), PAUSE_MS);
    },
    /** The message for an address that is known to be taken, or null. */
    verdictOn: (email: string): string | null => (taken.current.get(email) ? TAKEN : null),
  };
}
