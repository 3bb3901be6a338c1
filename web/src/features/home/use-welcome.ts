import { Hand } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from '../../ui/toast.tsx';

const KEY = 'welcomed';

/**
 * "Hallo, Lena!", once in a browser session (HOM-07); not beside something urgent (EXP-39).
 */
export function useWelcome(name: string, urgent: boolean): void {
  useEffect(() => {
    if (urgent || sessionStorage.getItem(KEY)) return;
    sessionStorage.setItem(KEY, '1');
    toast.success(`Hallo, ${name}!`, { icon: Hand });
  }, [name, urgent]);
}
