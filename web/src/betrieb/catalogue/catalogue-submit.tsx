import type { requestCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { isCalendarDate, isTimeOfDay } from '@samtrot/shared/kernel/wall-time.ts';
import type { requestText } from '@samtrot/shared/texts/staff-contract.ts';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useChange } from '../use-change.tsx';
import type { VersionFacts } from './version-list.tsx';

const MISSING = 'Gib Datum und Zeit an';

/** Asks a second person, with a beginning and a reason (BOF-112). */
export function CatalogueSubmit({
  of,
  seen,
  request,
  ahead = 1,
  onClose,
}: {
  of: VersionFacts;
  seen: number;
  request: typeof requestCatalogue | typeof requestText;
  /** The first day that is proposed. */
  ahead?: number;
  onClose: () => void;
}) {
  const { run, busy, dialog } = useChange();
  const [date, setDate] = useState(() => localDate(addCalendarDays(new Date(), ahead)));
  const [time, setTime] = useState('00:00');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const submit = async () => {
    if (!isCalendarDate(date) || !isTimeOfDay(time)) {
      setProblems({ valid_from: MISSING });
      return;
    }
    const valid_from = instantOf(date, time).toISOString();
    const asked = await run(
      request,
      { version_id: of.version_id, seen, valid_from, reason },
      undefined,
      ({ fields }) => {
        setProblems(fields);
        return Object.keys(fields).length > 0;
      },
    );
    if (asked) onClose();
  };
  return (
    <>
      <ConfirmDialog
        open
        title={`Fassung ${of.number} vorlegen?`}
        description="Eine zweite Person gibt sie frei. Ohne Freigabe bis zum Beginn gilt sie nicht."
        safe="Zurück"
        act="Zur Freigabe vorlegen"
        busy={busy}
        actDisabled={reason.trim() === ''}
        onClose={onClose}
        onAct={() => void submit()}
      >
        <div className="house-form">
          {problems.content && (
            <Alert tone="danger" live>
              {problems.content}
            </Alert>
          )}
          <Field label="Gültig ab" error={problems.valid_from}>
            <Input
              type="date"
              value={date}
              onChange={({ target }) => {
                setDate(target.value);
                setProblems({});
              }}
            />
          </Field>
          <Field label="Zeit">
            <Input
              type="time"
              value={time}
              onChange={({ target }) => {
                setTime(target.value);
                setProblems({});
              }}
            />
          </Field>
          <Field label="Grund" help="Die zweite Person liest ihn.">
            <Input
              value={reason}
              maxLength={500}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
