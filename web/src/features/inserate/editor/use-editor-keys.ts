import { useEffect, useRef } from 'react';
import { useShortcutsOn } from '../../../lib/session/preferences.ts';

interface Acts {
  onDraft: () => void;
  onPlace: () => void;
}

/** Strg+S and Strg+Enter of the editor on a desktop, while somebody types too (EXP-75). */
export function useEditorKeys(acts: Acts): void {
  const on = useShortcutsOn();
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event;
      if (!(ctrlKey || metaKey) || altKey || shiftKey) return;
      const act = { s: 'onDraft', enter: 'onPlace' }[key.toLowerCase()] as keyof Acts | undefined;
      if (!act) return;
      // The browser would save the page as a file.
      event.preventDefault();
      if (!repeat && !(target as Element).closest('[role=dialog]')) latest.current[act]();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
