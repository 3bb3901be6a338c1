import type { Output } from '@samtrot/shared/kernel/action.ts';
import { mayHaveDuty, NO_DUTY, weekText } from '@samtrot/shared/staff/duty-rules.ts';
import type { getTeam } from '@samtrot/shared/staff/team-contract.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import './page.css';

interface Props {
  team: Output<typeof getTeam>;
  busy: boolean;
  onChoose(week: string, staffId: number | null): void;
}

/** Who has the duty of which week, besides the address that is mailed in each (BOF-134). */
export function DutyPanel({ team: { people, duty, duty_email }, busy, onChoose }: Props) {
  const able = people.filter(mayHaveDuty);
  return (
    <section className="house-panel" aria-labelledby="pikett">
      <h2 id="pikett">Pikett</h2>
      <div className="house-state">
        <p className="muted">
          Dringende Meldungen und Störungen gehen immer an {duty_email} und dazu an die Person, die
          Pikett hat. Eine Woche dauert von Montag 00:00 bis Sonntag 24:00. {NO_DUTY}
        </p>
        <div className="house-filter">
          {duty.map(({ week, staff_id }, at) => (
            <Field key={week} label={at === 0 ? 'Diese Woche' : weekText(week)}>
              <Select
                value={String(staff_id ?? '')}
                placeholder="Niemand"
                disabled={busy}
                options={able.map((one) => ({ value: String(one.staff_id), label: one.name }))}
                onChange={({ target }) =>
                  onChoose(week, target.value === '' ? null : Number(target.value))
                }
              />
            </Field>
          ))}
        </div>
      </div>
    </section>
  );
}
