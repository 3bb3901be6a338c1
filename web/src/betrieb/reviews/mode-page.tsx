import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { getModerationMode, setModerationMode } from '@samtrot/shared/moderation/mode-contract.ts';
import {
  MODE_LABELS,
  MODE_REASON_MAX,
  MODE_TEXTS,
  switchTexts,
  waitingText,
} from '@samtrot/shared/moderation/mode-rules.ts';
import { MODERATION_MODES, type ModerationMode } from '@samtrot/shared/moderation/review-rules.ts';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCard } from '../../ui/radio-card.tsx';
import { useHouseTitle, useList } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import '../page.css';

type Mode = Output<typeof getModerationMode>;

/** Whether what is published waits for an approval; an owner chooses it. */
export function ModePage() {
  useHouseTitle('Moderation');
  const query = useList(getModerationMode, {});
  return (
    <>
      <h1 className="h1">Moderation</h1>
      <section className="house-panel" aria-labelledby="h-pruefung">
        <h2 id="h-pruefung">Wann geht Neues online?</h2>
        <div className="house-state">
          <Loaded query={query}>{() => <Choice of={query.data!} />}</Loaded>
        </div>
      </section>
    </>
  );
}

function Choice({ of: { mode, chosen_at, waiting } }: { of: Mode }) {
  const [picked, setPicked] = useState<ModerationMode | null>(null);
  const [asking, setAsking] = useState(false);
  const shown = picked ?? mode;
  const words = waitingText(waiting);
  return (
    <div className="house-form" role="radiogroup" aria-labelledby="h-pruefung">
      {MODERATION_MODES.map((one) => (
        <RadioCard
          key={one}
          name="pruefung"
          value={one}
          checked={shown === one}
          onChange={() => setPicked(one)}
          title={MODE_LABELS[one]}
          end={one === mode && <Badge tone="success">Gilt jetzt</Badge>}
        >
          {MODE_TEXTS[one]}
        </RadioCard>
      ))}
      <p className="muted">
        {chosen_at
          ? `Gewählt am ${formatDateTime(new Date(chosen_at))}. Von wem und warum, steht im Protokoll.`
          : 'Aus der Einstellung des Servers. Ab deiner ersten Wahl gilt, was hier steht.'}{' '}
        {words
          ? `Auf die Freigabe warten, ehe sie online gehen: ${words}.`
          : 'Nichts wartet auf die Freigabe, ehe es online geht.'}{' '}
        Was schon online ist, steht unter <HouseLink to="/pruefen">Prüfen</HouseLink> an.
      </p>
      <div className="house-acts">
        <Button variant="primary" disabled={shown === mode} onClick={() => setAsking(true)}>
          Umstellen
        </Button>
      </div>
      {asking && (
        <ReasonDialog
          title={`Auf «${MODE_LABELS[shown]}» umstellen?`}
          description={switchTexts(shown, waiting).join(' ')}
          act="Umstellen"
          help="Er steht im Protokoll."
          max={MODE_REASON_MAX}
          onClose={() => setAsking(false)}
          onAct={async (run, reason) => {
            const done = await run(setModerationMode, { mode: shown, seen: mode, reason });
            if (done) setPicked(null);
            return done;
          }}
        />
      )}
    </div>
  );
}
