import { fieldWord } from '@samtrot/shared/holds/owner-rules.ts';
import { REASON_NAMES } from '@samtrot/shared/holds/reason-rules.ts';
import type { StaffHold } from '@samtrot/shared/holds/staff-contract.ts';
import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

/** The decision in one line: «Betrug (Titel): …». */
export const holdSentence = ({ reason, fields, text }: StaffHold): string =>
  `${REASON_NAMES[reason]}${fields.length > 0 ? ` (${fields.map(fieldWord).join(', ')})` : ''}: ${text}`;

interface Props {
  /** What a colleague has decided; null while it is not loaded. */
  standing: StaffHold | null;
  onTake: (standing: StaffHold) => void;
}

/** What stands by now, below what was typed: the next press overwrites it knowingly (BOF-40). */
export function HoldMeanwhile({ standing, onTake }: Props) {
  const place = useRef<HTMLDivElement>(null);
  // Below the fold of a long dialog nobody would see why nothing was sent.
  useEffect(() => {
    void place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place}>
      <Alert
        tone="warning"
        live
        action={
          standing && (
            <Button size="sm" onClick={() => onTake(standing)}>
              Diese Fassung übernehmen
            </Button>
          )
        }
      >
        <p>
          <b>Das wurde inzwischen geändert.</b> Was du geschrieben hast, ist noch da.
        </p>
        {standing && (
          <>
            <p>
              Jetzt gilt: {HOLD_LABELS[standing.kind]}, {standing.decided_by},{' '}
              {formatDayTime(new Date(standing.decided_at))}.
            </p>
            <p>{holdSentence(standing)}</p>
            <p>«Ändern» ersetzt es durch deine Fassung.</p>
          </>
        )}
      </Alert>
    </div>
  );
}
