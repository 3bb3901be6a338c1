import {
  QUESTION_KINDS,
  QUESTION_LABELS,
  type Switch,
} from '@samtrot/shared/accounts/preferences.ts';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import { usePreferences } from '../../lib/session/preferences.ts';
import { SettingRow } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';

const FAILED = 'Das konnte nicht gespeichert werden.';

/**
 * Which questions were switched off, each to be asked again (EXP-71), and the shortcuts (EXP-75).
 */
export function QuestionsSection({ onSession }: { onSession: (alive: boolean) => void }) {
  const { off, isOff, set } = usePreferences();
  // One that is asked again stays in sight, so that it can be switched off again.
  const seen = useRef(new Set<Switch>());
  for (const name of off) seen.current.add(name);
  const shown = QUESTION_KINDS.filter((kind) => seen.current.has(kind));
  // Within the press already: what is asked of the server is shown a moment later.
  const [turning, setTurning] = useState<{ name: Switch; on: boolean }>();
  const turn = async (name: Switch, on: boolean) => {
    setTurning({ name, on });
    try {
      await set(name, on);
      onSession(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NOT_LOGGED_IN') onSession(false);
      else toast.error(FAILED);
    } finally {
      setTurning(undefined);
    }
  };
  const isOn = (name: Switch) => (turning?.name === name ? turning.on : !isOff(name));
  return (
    <section aria-labelledby="h-rueckfragen">
      <h3 className="h3" id="h-rueckfragen">
        Rückfragen
      </h3>
      <p className="help">Was Geld kostet oder endgültig ist, fragen wir immer.</p>
      {shown.length === 0 ? (
        <p className="muted">
          Wir fragen vor jeder Aktion. Mit «Nicht mehr fragen» schaltest du einzelne Fragen aus.
        </p>
      ) : (
        shown.map((kind) => (
          <SettingRow
            key={kind}
            label={QUESTION_LABELS[kind]}
            checked={isOn(kind)}
            onChange={(event) => void turn(kind, event.target.checked)}
          />
        ))
      )}
      <div className="only-desktop">
        <SettingRow
          label="Tastenkürzel"
          help="Die Taste ? zeigt alle."
          checked={isOn('shortcuts')}
          onChange={(event) => void turn('shortcuts', event.target.checked)}
        />
      </div>
    </section>
  );
}
