/**
 * `const asking = useAskNoMore('hide')`: «Nicht mehr fragen» in a question about something free
 * that can be undone; `asking.box` is the checkbox, `asking.keep()` saves it on acting (EXP-71).
 */
import type { QuestionKind } from '@samtrot/shared/accounts/preferences.ts';
import { useState } from 'react';
import { usePreferences } from '../lib/session/preferences.ts';
import { Checkbox } from './checkbox.tsx';
import { toast } from './toast.tsx';

export function useAskNoMore(kind: QuestionKind | undefined) {
  const preferences = usePreferences();
  const [ticked, setTicked] = useState<QuestionKind>();
  const chosen = kind !== undefined && ticked === kind;
  return {
    box: kind && (
      <Checkbox
        checked={chosen}
        onChange={(event) => setTicked(event.target.checked ? kind : undefined)}
      >
        Nicht mehr fragen
      </Checkbox>
    ),
    keep: () => {
      if (!chosen) return;
      setTicked(undefined);
      preferences
        .set(kind, false)
        .catch(() => toast.error('«Nicht mehr fragen» konnte nicht gespeichert werden.'));
    },
  };
}
