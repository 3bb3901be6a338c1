import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { CLUB_MONTHS, clubPrice } from '@samtrot/shared/clubs/rules.ts';
import { canProlong } from '@samtrot/shared/clubs/status.ts';
import { formatCredits, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { usePrices } from '../../lib/session/session.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { MonthSlider } from '../../ui/month-slider.tsx';
import { StartChoice } from '../../ui/start-choice.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import type { FormStatus } from './form-cost.ts';
import { controlId } from './form-values.ts';
import type { ClubFormState } from './use-club-form.ts';
import './club-form.css';
import '../../ui/editor-page.css';
import '../../ui/field.css';
import '../../ui/form-section.css';

interface Props {
  editor: ClubFormState;
  /** Null for a new one. */
  club: Club | null;
  status: FormStatus;
  /** Whether a booked club gets more months. */
  longer: boolean;
  onLonger: (longer: boolean) => void;
}

/** For how long, and from when. */
export function RunSection({ editor, club, status, longer, onLonger }: Props) {
  const { form, change, errorAt, leave } = editor;
  const { clubs: prices } = usePrices();
  const booked = status === 'aktiv' || status === 'geplant';
  const orders = !booked || longer;
  return (
    <FormSection
      id="laufzeit"
      title="Laufzeit"
      hint={`${formatCredits(clubPrice(prices, 1))} pro Monat`}
    >
      <div className="stack gap-5">
        {booked && (
          <>
            <p className="muted">{runSentence(club, status)}</p>
            {club && canProlong(club) && (
              <div className="flush">
                <SettingRow
                  label="Laufzeit verlängern"
                  help="Die neuen Monate beginnen, wenn die bisherigen zu Ende sind."
                  checked={longer}
                  onChange={(event) => onLonger(event.target.checked)}
                />
              </div>
            )}
          </>
        )}
        {status === 'abgelaufen' && <p className="muted">{runSentence(club, status)}</p>}
        {orders && (
          <MonthSlider
            id={controlId('monate')}
            label={booked ? 'Verlängern um' : 'Laufzeit'}
            {...CLUB_MONTHS}
            value={form.monate}
            error={errorAt('monate')}
            help={`Das kostet ${formatCredits(clubPrice(prices, form.monate))}.`}
            onChange={(monate) => change({ monate })}
          />
        )}
      </div>
      {status !== 'aktiv' && (
        <div className="above-5">
          <div className="label below-2" id="run-start-title">
            Start
          </div>
          <StartChoice
            value={form}
            onChange={change}
            errorAt={errorAt}
            onLeave={leave}
            idOf={controlId}
            labelledBy="run-start-title"
            now="Online nach dem Eintragen"
            planned="Datum und Zeit wählen, ohne Aufpreis"
          />
        </div>
      )}
    </FormSection>
  );
}

function runSentence(club: Club | null, status: FormStatus): string {
  if (!club?.start_at || !club.end_at) return 'Dieser Club ist online und hat kein Ende.';
  const [start, end] = [club.start_at, club.end_at].map((at) => formatDateTime(new Date(at)));
  if (status === 'geplant') return `Startet am ${start} und läuft bis ${end}.`;
  return status === 'aktiv' ? `Läuft bis ${end}.` : `Abgelaufen am ${end}.`;
}
