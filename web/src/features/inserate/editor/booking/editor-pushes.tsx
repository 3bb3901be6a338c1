import { type Paid, VISIBILITY } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import {
  DEFAULT_PUSH_TIME,
  MAX_DAILY_PUSHES,
  MAX_DATED_PUSHES,
} from '@samtrot/shared/inserate/limits.ts';
import type { DatedPush } from '@samtrot/shared/inserate/problems.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { isShifted, swissInstant } from '@samtrot/shared/kernel/wall-time.ts';
import { ArrowUpToLine, CalendarClock, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrices } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Input } from '../../../../ui/input.tsx';
import { shiftedText } from '../../../../ui/start-choice.tsx';
import { type AdFormState, controlId } from '../use-ad-form.ts';
import {
  changesPackage,
  falling,
  liesOutside,
  pushLabel,
  runOf,
  withPush,
  withTime,
} from './editor-run.ts';
import { Entries, PromoRow } from './promo-row.tsx';
import './editor-promotion.css';

const NO_TIME = 'Wähle zuerst eine Zeit.';

/** At the same times every day (EDI-85 to EDI-88). */
export function DailyPush({ editor, paid }: { editor: AdFormState; paid: Paid | null }) {
  const { form, change, errorAt } = editor;
  const { extras } = usePrices();
  const [time, setTime] = useState<string>(DEFAULT_PUSH_TIME);
  const [hint, setHint] = useState('');
  const add = () => {
    if (time === '') return setHint(NO_TIME);
    if (form.push_times.length >= MAX_DAILY_PUSHES)
      return setHint(`Höchstens ${MAX_DAILY_PUSHES} Zeiten.`);
    setHint('');
    change({ push_times: withTime(form.push_times, time) });
  };
  return (
    <PromoRow
      id={controlId('push_times')}
      icon={ArrowUpToLine}
      title="Push täglich"
      visible={VISIBILITY.push}
      text="Dein Inserat springt jeden Tag zur gewählten Zeit nach oben, bis neuere darüber stehen. Der Preis je Zeit gilt für die ganze Laufzeit."
      price={`${formatCredits(extras.dailyPush)} pro Zeit`}
      on={form.push_times.length > 0}
      error={errorAt('push_times')}
    >
      <PaidLine count={paid?.dailyPushes ?? 0} one="Zeit" many="Zeiten" />
      <Adding label="Tägliche Zeit wählen" began={form.push_times.length > 0}>
        <Field label="Zeit" error={hint}>
          <Input
            type="time"
            value={time}
            onChange={(event) => {
              setTime(event.target.value);
              setHint('');
            }}
          />
        </Field>
        <Button icon={Plus} aria-label="Tägliche Zeit hinzufügen" onClick={add}>
          Hinzufügen
        </Button>
      </Adding>
      <Entries
        label="Tägliche Zeiten"
        entries={form.push_times.map((entry) => ({
          key: entry,
          label: entry,
          onRemove: () =>
            change({ push_times: form.push_times.filter((other) => other !== entry) }),
        }))}
      />
    </PromoRow>
  );
}

/** On single days (EDI-89 to EDI-91). */
export function DatedPushes({
  editor,
  inserat,
  paid,
}: {
  editor: AdFormState;
  inserat: Inserat | null;
  paid: Paid | null;
}) {
  const { form, change, problems } = editor;
  const [push, setPush] = useState<DatedPush>({ date: '', time: DEFAULT_PUSH_TIME });
  const [hint, setHint] = useState<{ at: 'date' | 'time'; text: string } | null>(null);
  const now = new Date();
  const add = () => {
    const at = swissInstant(push.date, push.time);
    if (push.date === '') return setHint({ at: 'date', text: 'Wähle zuerst ein Datum.' });
    if (push.time === '' || at === null) return setHint({ at: 'time', text: NO_TIME });
    if (at <= new Date()) {
      const today = push.date === localDate(new Date());
      return setHint({ at: today ? 'time' : 'date', text: 'Dieser Zeitpunkt ist schon vorbei' });
    }
    if (form.date_time_pushes.length >= MAX_DATED_PUSHES)
      return setHint({ at: 'date', text: `Höchstens ${MAX_DATED_PUSHES} Termine.` });
    setHint(null);
    change({ date_time_pushes: withPush(form.date_time_pushes, push) });
  };
  const pick = (part: Partial<DatedPush>) => {
    setPush({ ...push, ...part });
    setHint(null);
  };
  const { extras } = usePrices();
  const run = runOf(form, inserat, now);
  const ordered = paid ? (inserat?.date_time_pushes ?? []) : [];
  const gone = changesPackage(form, inserat) ? falling(form, ordered, now) : [];
  return (
    <PromoRow
      id={controlId('date_time_pushes')}
      icon={CalendarClock}
      title="Push nach Datum"
      visible={VISIBILITY.push}
      text="Wähle einzelne Tage und Zeiten."
      price={`${formatCredits(extras.datedPush)} pro Push`}
      on={form.date_time_pushes.length > 0}
      // An entry of the list is complete when it is added, so its error is shown at once.
      error={problems.date_time_pushes}
    >
      <PaidLine count={paid?.datedPushes ?? 0} one="Termin" many="Termine" />
      <Adding label="Termin wählen" began={form.date_time_pushes.length > 0}>
        <Field label="Datum" error={hint?.at === 'date' ? hint.text : null}>
          <Input
            type="date"
            min={localDate(now)}
            value={push.date}
            onChange={(event) => pick({ date: event.target.value })}
          />
        </Field>
        <Field
          label="Zeit"
          error={hint?.at === 'time' ? hint.text : null}
          help={isShifted(push.date, push.time) ? shiftedText(push.date, push.time) : undefined}
        >
          <Input
            type="time"
            value={push.time}
            onChange={(event) => pick({ time: event.target.value })}
          />
        </Field>
        <Button icon={Plus} aria-label="Termin hinzufügen" onClick={add}>
          Hinzufügen
        </Button>
      </Adding>
      <Entries
        label="Termine"
        entries={form.date_time_pushes.map((entry) => ({
          key: `${entry.date} ${entry.time}`,
          label: pushLabel(entry),
          note: gone.some(({ date, time }) => date === entry.date && time === entry.time)
            ? 'entfällt mit dem anderen Paket'
            : isShifted(entry.date, entry.time)
              ? `statt ${entry.time}, Zeitumstellung`
              : undefined,
          wrong: liesOutside(entry, run, ordered, now),
          onRemove: () =>
            change({ date_time_pushes: form.date_time_pushes.filter((other) => other !== entry) }),
        }))}
      />
    </PromoRow>
  );
}

/**
 * The fields of what is added come when somebody wants it: a date and a time alone are eight Tab
 * stops (EXP-74).
 */
function Adding({
  label,
  began,
  children,
}: {
  label: string;
  began: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(began);
  const fields = useRef<HTMLDivElement>(null);
  const open = () => {
    flushSync(() => setOpened(true));
    fields.current?.querySelector('input')?.focus();
  };
  return opened ? (
    <div className="row wrap above-3 promo-add" ref={fields}>
      {children}
    </div>
  ) : (
    <div className="row wrap above-3 promo-add">
      <Button icon={Plus} aria-label={label} onClick={open}>
        Wählen
      </Button>
    </div>
  );
}

function PaidLine({ count, one, many }: { count: number; one: string; many: string }) {
  if (count === 0) return null;
  return (
    <p className="sm medium is-success above-1 num">{`${count} ${count === 1 ? one : many} in dieser Laufzeit bezahlt`}</p>
  );
}
