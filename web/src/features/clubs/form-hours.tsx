import { type OpeningHours, WEEKDAYS } from '@samtrot/shared/kernel/opening-hours.ts';
import { CopyPlus, Plus, X } from 'lucide-react';
import { FormSection } from '../../ui/form-section.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import {
  canHaveSecond,
  likeAllDays,
  spansOf,
  withDay,
  withoutSpan,
  withSecond,
  withSpan,
} from './form-opening.ts';
import { controlId } from './form-values.ts';
import type { ClubFormState } from './use-club-form.ts';
import './club-form.css';
import '../../ui/field.css';

/** A row for each day of the week: closed, or one or two spans. */
export function HoursSection({ editor }: { editor: ClubFormState }) {
  const { form, change, errorAt, leave } = editor;
  const error = errorAt('oeffnungszeiten');
  return (
    <FormSection id="oeffnungszeiten" title="Öffnungszeiten" hint="freiwillig" error={error}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid */}
      <div
        className="lined"
        role="group"
        aria-labelledby="oeffnungszeiten-title"
        aria-describedby={error ? 'oeffnungszeiten-error' : 'hours-help'}
        id={controlId('oeffnungszeiten')}
      >
        {WEEKDAYS.map((name, index) => (
          <Day
            key={name}
            name={name}
            tag={index + 1}
            openings={form.oeffnungszeiten}
            onChange={(oeffnungszeiten) => change({ oeffnungszeiten })}
            onLeave={() => leave('oeffnungszeiten')}
          />
        ))}
      </div>
      <p className="help above-3" id="hours-help">
        Nach Mitternacht? Schreibe einfach die Zeit am nächsten Morgen. Zweimal die gleiche Zeit
        heisst rund um die Uhr.
      </p>
    </FormSection>
  );
}

interface DayProps {
  name: string;
  tag: number;
  openings: readonly OpeningHours[];
  onChange: (openings: OpeningHours[]) => void;
  onLeave: () => void;
}

function Day({ name, tag, openings, onChange, onLeave }: DayProps) {
  const spans = spansOf(openings, tag);
  const open = spans.length > 0;
  const time = (index: number, part: 'von' | 'bis') => (
    <Input
      type="time"
      aria-label={`${name}, ${index > 0 ? 'zweite Zeit, ' : ''}${part}`}
      value={spans[index]![part]}
      onChange={(event) => onChange(withSpan(openings, tag, index, { [part]: event.target.value }))}
      onBlur={onLeave}
    />
  );
  return (
    <div className="hours-day">
      <label className="row hours-name" htmlFor={`tag-${tag}`}>
        <Switch
          id={`tag-${tag}`}
          small
          checked={open}
          onChange={(event) => onChange(withDay(openings, tag, event.target.checked))}
        />
        <span className="strong">{name}</span>
      </label>
      {open ? (
        <div className="stack-tight hours-spans">
          {spans.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a span is its place
            <div className="row-tight hours-span" key={index}>
              {time(index, 'von')}
              <span className="muted" aria-hidden>
                bis
              </span>
              {time(index, 'bis')}
              {index > 0 && (
                <IconButton
                  icon={X}
                  label={`Zweite Zeit am ${name} entfernen`}
                  tipSide="top"
                  onClick={() => onChange(withoutSpan(openings, tag, index))}
                />
              )}
            </div>
          ))}
        </div>
      ) : (
        <span className="link-target muted hours-closed">geschlossen</span>
      )}
      {open && (
        <div className="row">
          {canHaveSecond(openings, tag) && (
            <IconButton
              icon={Plus}
              label={`Zweite Zeit am ${name}`}
              tipSide="top"
              onClick={() => onChange(withSecond(openings, tag))}
            />
          )}
          <IconButton
            icon={CopyPlus}
            label={`${name} auf alle Tage übertragen`}
            tipSide="top"
            onClick={() => onChange(likeAllDays(openings, tag))}
          />
        </div>
      )}
    </div>
  );
}
