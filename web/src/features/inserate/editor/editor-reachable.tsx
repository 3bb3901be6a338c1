import { content } from '@samtrot/shared/inserate/contract.ts';
import {
  BY_APPOINTMENT,
  type ReachableLine,
  reachableText,
} from '@samtrot/shared/inserate/reachable.ts';
import { WEEKDAYS } from '@samtrot/shared/kernel/opening-hours.ts';
import { CircleAlert, Plus, X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ToggleChip } from '../../../ui/toggle-chip.tsx';
import { type AdFormState, controlId } from './use-ad-form.ts';
import '../../../ui/field.css';
import '../../../ui/toggle-chip.css';

const ALL_DAYS = WEEKDAYS.map((_, index) => index + 1);
/** What stands there before somebody changes it. */
const FIRST: ReachableLine = { tage: ALL_DAYS, von: '10:00', bis: '22:00' };
const NEXT: ReachableLine = { tage: [], von: '', bis: '' };
const MAX_LINES = 4;

type When = 'keine' | 'zeiten' | 'absprache';
const CHOICES: readonly { value: When; label: string }[] = [
  { value: 'keine', label: 'Keine Angabe' },
  { value: 'zeiten', label: 'Zeiten' },
  { value: 'absprache', label: BY_APPOINTMENT },
];

/** When somebody can be reached: lines of days and hours, or by appointment (EXP-57). */
export function ReachableField({ editor }: { editor: AdFormState }) {
  const { form, change, errorAt, leave } = editor;
  const { erreichbar } = form;
  const { zeiten, nach_absprache } = erreichbar;
  const id = controlId('erreichbar');
  const error = errorAt('erreichbar');
  const when: When = nach_absprache ? 'absprache' : zeiten.length > 0 ? 'zeiten' : 'keine';
  const text = reachableText(erreichbar);
  const write = (lines: ReachableLine[]) =>
    change({ erreichbar: { ...erreichbar, zeiten: lines, nach_absprache: false } });
  const choose = (chosen: When) =>
    change({
      erreichbar: {
        zeiten: chosen === 'zeiten' ? [FIRST] : [],
        nach_absprache: chosen === 'absprache',
      },
    });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a field
    <div
      className="field"
      role="group"
      id={id}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
    >
      <span className="label">
        <span id={`${id}-label`}>{content.erreichbar.label}</span>
        <span className="opt">freiwillig</span>
      </span>
      <Segmented
        label="Wann"
        value={when}
        onChange={(chosen) => chosen !== when && choose(chosen)}
        items={CHOICES}
      />
      {zeiten.map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          key={index}
          line={line}
          number={zeiten.length > 1 ? index + 1 : null}
          onChange={(changed) => write(zeiten.map((old, at) => (at === index ? changed : old)))}
          onRemove={() => write(zeiten.filter((_, at) => at !== index))}
          onLeave={() => leave('erreichbar')}
        />
      ))}
      {when === 'zeiten' && zeiten.length < MAX_LINES && (
        <div>
          <Button variant="ghost" icon={Plus} onClick={() => write([...zeiten, NEXT])}>
            Andere Zeit an anderen Tagen
          </Button>
        </div>
      )}
      {error ? (
        <p className="error" id={`${id}-note`}>
          <CircleAlert className="i" aria-hidden />
          <span>{error}</span>
        </p>
      ) : (
        <p className="help" id={`${id}-note`}>
          {text ? `Im Inserat steht «${text}».` : 'Wann man dich anrufen oder dir schreiben darf.'}
        </p>
      )}
    </div>
  );
}

interface LineProps {
  line: ReachableLine;
  /** Null while it is the only one. */
  number: number | null;
  onChange: (line: ReachableLine) => void;
  onRemove: () => void;
  onLeave: () => void;
}

function Line({ line, number, onChange, onRemove, onLeave }: LineProps) {
  const { tage } = line;
  const toggle = (day: number, on: boolean) =>
    onChange({
      ...line,
      tage: ALL_DAYS.filter((one) => (one === day ? on : tage.includes(one))),
    });
  const time = (part: 'von' | 'bis', label: string) => (
    <Field label={label}>
      <Input
        type="time"
        value={line[part]}
        onChange={(event) => onChange({ ...line, [part]: event.target.value })}
        onBlur={onLeave}
      />
    </Field>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid
    <div className="stack gap-5" role="group" aria-label={number ? `Zeit ${number}` : 'Zeit'}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a wrapping row */}
      <div className="chips" role="group" aria-label="Tage">
        {ALL_DAYS.map((day) => (
          <ToggleChip key={day} pressed={tage.includes(day)} onPress={(on) => toggle(day, on)}>
            <span aria-hidden>{WEEKDAYS[day - 1]!.slice(0, 2)}</span>
            <span className="sr">{WEEKDAYS[day - 1]}</span>
          </ToggleChip>
        ))}
      </div>
      <div className="two keep">
        {time('von', 'Von')}
        {time('bis', 'Bis')}
      </div>
      {number !== null && (
        <div>
          <Button variant="ghost" icon={X} onClick={onRemove}>
            {`Zeit ${number} entfernen`}
          </Button>
        </div>
      )}
    </div>
  );
}
