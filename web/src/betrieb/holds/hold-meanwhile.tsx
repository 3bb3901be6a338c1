import { fieldWord } from '@samtrot/shared/holds/owner-rules.ts';
import { REASON_NAMES } from '@samtrot/shared/holds/reason-rules.ts';
import type { StaffHold } from '@samtrot/shared/holds/staff-contract.ts';
import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { Meanwhile } from '../meanwhile.tsx';

/** The decision in one line: «Betrug (Titel): …». */
export const holdSentence = ({ reason, fields, text }: StaffHold): string =>
  `${REASON_NAMES[reason]}${fields.length > 0 ? ` (${fields.map(fieldWord).join(', ')})` : ''}: ${text}`;

interface Props {
  /** What a colleague has decided; null while it is not loaded. */
  standing: StaffHold | null;
  onTake: (standing: StaffHold) => void;
}

/** What stands by now, below what was typed: the next press overwrites it knowingly (BOF-40). */
export const HoldMeanwhile = ({ standing, onTake }: Props) => (
  <Meanwhile onTake={standing ? () => onTake(standing) : undefined}>
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
  </Meanwhile>
);
