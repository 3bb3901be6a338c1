import {
  LEAST_RANDOM,
  MOST_CODES,
  NEW_ACCOUNT_DAYS,
  planProblems,
  SERIES_NAME_MAX,
  tidyPattern,
} from '@samtrot/shared/coupons/series-rules.ts';
import { createCoupons } from '@samtrot/shared/coupons/staff-contract.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { fieldTexts, tidyLine } from '@samtrot/shared/kernel/text.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useHouseTitle } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { atFields, useChange } from '../use-change.tsx';
import '../page.css';

const EMPTY = {
  name: '',
  code: '',
  count: '1',
  credits: '',
  from: '',
  until: '',
  budget: '',
  uses: '',
  per_account: '1',
  reason: '',
};
type Typed = typeof EMPTY;
type Name = keyof Typed;

const numberOf = (typed: string): number => Number(typed.trim().replaceAll(/[’' ]/g, '') || 'NaN');
const orNone = <T,>(typed: string, of: (typed: string) => T): T | null =>
  typed.trim() === '' ? null : of(typed);

/** What is sent, and what is wrong with it by the same rules as the server's. */
function wishOf(typed: Typed, only_new: boolean) {
  const wish = {
    name: tidyLine(typed.name),
    code: tidyPattern(typed.code),
    count: numberOf(typed.count),
    credits: numberOf(typed.credits),
    from: orNone(typed.from, String),
    until: orNone(typed.until, String),
    budget: orNone(typed.budget, numberOf),
    uses: orNone(typed.uses, numberOf),
  };
  const per_account = numberOf(typed.per_account);
  const problems = planProblems(
    { ...wish, perAccount: per_account, onlyNew: only_new },
    localDate(new Date()),
  );
  if (typed.reason.trim() === '') problems.reason = fieldTexts.required;
  return { wish: { ...wish, per_account, only_new, reason: typed.reason }, problems };
}

/** A coupon or a series of codes (BOF-102). */
export function NewCouponPage() {
  useHouseTitle('Neuer Gutschein');
  const navigate = useNavigate();
  const { run, busy, dialog } = useChange();
  const [typed, setTyped] = useState(EMPTY);
  const [onlyNew, setOnlyNew] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const [first] = Object.keys(EMPTY).filter((name) => found[name]);
    document.getElementById(`gutschein-${first}`)?.focus();
  };
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const { wish, problems } = wishOf(typed, onlyNew);
    if (Object.keys(problems).length > 0) return show(problems);
    setErrors({});
    if (await run(createCoupons, wish, undefined, atFields(show)))
      void navigate({ to: '/gutscheine' as never });
  };
  const field = (
    name: Name,
    label: string,
    help?: string,
    { optional, ...input }: ComponentProps<typeof Input> & { optional?: boolean } = {},
  ) => (
    <Field
      id={`gutschein-${name}`}
      label={label}
      help={help}
      error={errors[name]}
      {...(optional && { optional })}
    >
      <Input
        value={typed[name]}
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        {...input}
      />
    </Field>
  );
  const number = { inputMode: 'numeric', maxLength: 12 } as const;
  return (
    <>
      <HouseLink to="/gutscheine" className="house-back">
        Alle Gutscheine
      </HouseLink>
      <h1 className="h1">Neuer Gutschein</h1>
      <section className="house-panel" aria-label="Neuer Gutschein">
        <form className="house-state house-filter is-form" noValidate onSubmit={create}>
          {field('name', 'Name', 'Nur für euch, zum Beispiel «Herbst 2026»', {
            maxLength: SERIES_NAME_MAX,
          })}
          {field(
            'code',
            'Code oder Muster',
            `Im Muster steht jedes «#» für ein zufälliges Zeichen, mindestens ${LEAST_RANDOM}: HERBST-########`,
            { maxLength: 60 },
          )}
          {field(
            'count',
            'Wie viele Codes',
            `Bis ${formatNumber(MOST_CODES)}; ab zwei braucht es ein Muster, jeder gilt einmal.`,
            number,
          )}
          {field('credits', 'Credits je Einlösung', undefined, number)}
          {field('from', 'Von', 'Ohne Angabe ab sofort', { type: 'date', optional: true })}
          {field('until', 'Bis und mit', 'Ohne Angabe ohne Ende', {
            type: 'date',
            optional: true,
          })}
          {field('budget', 'Budget in Credits', 'Mehr wird nie eingelöst.', {
            ...number,
            optional: true,
          })}
          {field('uses', 'Einlösungen insgesamt', undefined, { ...number, optional: true })}
          {field('per_account', 'Einlösungen je Kundin', undefined, number)}
          <Checkbox checked={onlyNew} onChange={({ target }) => setOnlyNew(target.checked)}>
            Nur für neue Konten, bis {NEW_ACCOUNT_DAYS} Tage nach der Registrierung
          </Checkbox>
          {field(
            'reason',
            'Grund',
            'Er steht im Protokoll. Über der Grenze liest ihn eine zweite Person und gibt frei.',
            { maxLength: 500 },
          )}
          <div className="house-acts">
            <Button type="submit" variant="primary" busy={busy}>
              Anlegen
            </Button>
          </div>
        </form>
      </section>
      {dialog}
    </>
  );
}
