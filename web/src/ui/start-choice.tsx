/** When something begins: at once, or on a day and at a time of the Swiss clock. */
import { lastStartDay, type Start } from '@samtrot/shared/kernel/start.ts';
import { localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { isShifted, swissInstant } from '@samtrot/shared/kernel/wall-time.ts';
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { RadioCard } from './radio-card.tsx';
import './field.css';

interface Props {
  value: Start;
  onChange: (part: Partial<Start>) => void;
  /** The message at one of the three fields, when it is to be seen. */
  errorAt: (field: string) => string | undefined;
  onLeave: (field: string) => void;
  /** Ids of the controls. */
  idOf: (field: string) => string;
  /** Id of the title. */
  labelledBy: string;
  /** Id of a message about the choice itself. */
  describedBy?: string;
  /** What is said under Sofort and under Planen. */
  now: string;
  planned: string;
  /** Why nothing can be chosen. */
  fixed?: string | undefined;
  /** With a button that empties date and time. */
  resettable?: boolean;
}

export function StartChoice(props: Props) {
  const {
    value,
    onChange,
    errorAt,
    onLeave,
    idOf,
    labelledBy,
    describedBy,
    now,
    planned,
    fixed,
    resettable,
  } = props;
  const { publish_option, publish_date, publish_time } = value;
  const fixedId = useId();
  return (
    <>
      <div
        className="two gap-3"
        role="radiogroup"
        aria-labelledby={labelledBy}
        aria-describedby={fixed ? fixedId : describedBy}
        id={idOf('publish_option')}
      >
        {(['Sofort', 'Planen'] as const).map((option) => (
          <RadioCard
            key={option}
            name="publish_option"
            value={option}
            checked={publish_option === option}
            disabled={fixed !== undefined}
            onChange={() => onChange({ publish_option: option })}
            title={option}
          >
            {option === 'Sofort' ? now : planned}
          </RadioCard>
        ))}
      </div>
      {fixed && (
        <p className="help above-4" id={fixedId}>
          {fixed}
        </p>
      )}
      {publish_option === 'Planen' && (
        <>
          <div className="two above-5">
            <Field label="Datum" id={idOf('publish_date')} error={errorAt('publish_date')}>
              <Input
                type="date"
                min={localDate(new Date())}
                max={lastStartDay(new Date())}
                value={publish_date}
                onChange={(event) => onChange({ publish_date: event.target.value })}
                onBlur={() => onLeave('publish_date')}
              />
            </Field>
            <Field
              label="Zeit"
              id={idOf('publish_time')}
              error={errorAt('publish_time')}
              help={
                isShifted(publish_date, publish_time)
                  ? shiftedText(publish_date, publish_time)
                  : 'Schweizer Zeit'
              }
            >
              <Input
                type="time"
                value={publish_time}
                onChange={(event) => onChange({ publish_time: event.target.value })}
                onBlur={() => {
                  onLeave('publish_time');
                  // Only both together say whether the moment has passed, and the day carries the
                  // message.
                  onLeave('publish_date');
                }}
              />
            </Field>
          </div>
          {resettable && (
            <Button
              className="above-3"
              icon={RotateCcw}
              disabled={publish_date === '' && publish_time === ''}
              onClick={() => onChange({ publish_date: '', publish_time: '' })}
            >
              Datum und Zeit zurücksetzen
            </Button>
          )}
        </>
      )}
    </>
  );
}

/** What the spring change makes of a time that it skips. */
export function shiftedText(date: string, time: string): string {
  const at = swissInstant(date, time);
  return at ? `Wegen der Zeitumstellung um ${localTime(at)}.` : '';
}
