import { ownWords } from '@samtrot/shared/accounts/password-strength-rules.ts';
import { useEffect, useRef, useState } from 'react';

/**
 * Why a new password is refused beyond the eight rules (ACC-40), as far as this browser knows yet.
 * `load` belongs to the focus of the field: the word lists are large. Where they do not arrive, the
 * server alone judges.
 */
export function usePasswordStrength(
  password: string,
  names: Parameters<typeof ownWords>[0],
): { load(): void; problem: string | null } {
  const worker = useRef<Worker>(undefined);
  const [loaded, setLoaded] = useState(false);
  const [verdict, setVerdict] = useState<{ password: string; problem: string | null }>();
  const own = ownWords(names).join(' ');

  const load = () => {
    if (worker.current || typeof Worker === 'undefined') return;
    worker.current = new Worker(new URL('./strength-worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.current.onmessage = ({ data }) => setVerdict(data);
    setLoaded(true);
  };
  useEffect(() => () => worker.current?.terminate(), []);
  useEffect(() => {
    if (loaded && password !== '') worker.current?.postMessage({ password, own: own.split(' ') });
  }, [loaded, password, own]);

  return { load, problem: verdict?.password === password ? verdict.problem : null };
}
