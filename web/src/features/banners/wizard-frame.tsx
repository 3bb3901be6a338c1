import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { clsx } from 'clsx';
import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Question } from './use-banner-editor.ts';
import { MAIN_LABELS, STEP_NUMBERS, STEPS, type StepNumber } from './wizard-form.ts';
import './wizard.css';
import '../../ui/bottom-bar.css';
import '../../ui/field.css';

interface HeadProps {
  title: string;
  credits: Credits;
  /** What it costs, and how that is called; null before a type is chosen (BAN-60). */
  price: { label: string; amount: Credits } | null;
  children: ReactNode;
}

export function WizardHead({ title, credits, price, children }: HeadProps) {
  return (
    <div className="page-head wrap">
      <div>
        <h1 className="h1">{title}</h1>
        {children}
      </div>
      <dl className="pairs row wiz-nums">
        <div>
          <dt className="xs">Guthaben</dt>
          <dd className="nowrap num">{formatCredits(credits)}</dd>
        </div>
        {price && (
          <div>
            <dt className="xs">{price.label}</dt>
            <dd className="nowrap num">{formatCredits(price.amount)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

interface StepperProps {
  step: StepNumber;
  /** The last step that can be opened. */
  furthest: StepNumber;
  onStep: (step: StepNumber) => void;
}

/** BAN-33, BAN-58. What can be opened is a button. */
export function Stepper({ step, furthest, onStep }: StepperProps) {
  return (
    <ol
      className="row panel below-5 stepper"
      data-slot="stepper"
      aria-label={`Schritt ${step} von 4`}
    >
      {STEP_NUMBERS.map((n) => {
        const done = n < step;
        const inside = (
          <>
            <span className="xs step-n num">{done ? <Check className="i" aria-hidden /> : n}</span>
            <span className="step-t">{STEPS[n - 1]!.title}</span>
          </>
        );
        return (
          <Fragment key={n}>
            {n > 1 && <li className={clsx('step-line', n <= step && 'done')} aria-hidden />}
            <li
              className={clsx(
                'row-tight sm nowrap step',
                n === step ? 'strong now' : 'medium muted',
                done && 'done',
              )}
              aria-current={n === step ? 'step' : undefined}
            >
              {n !== step && n <= furthest ? (
                <button type="button" className="row-tight hit" onClick={() => onStep(n)}>
                  {inside}
                </button>
              ) : (
                inside
              )}
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}

interface FootProps {
  step: StepNumber;
  /** What the button of the last step does. */
  main: Question;
  /** Why the button that leads on cannot be pressed; null when it can. */
  open: string | null;
  /** What beside it can be done; nothing on most steps. */
  second: Exclude<Question, 'order'> | null;
  busy: boolean;
  onStep: (step: StepNumber) => void;
  onQuestion: (act: Question) => void;
}

/** The buttons under the step, and on phones the bar at the foot (BAN-54 to BAN-59). */
export function WizardFoot(props: FootProps) {
  const { step, open, second, busy, onStep, onQuestion } = props;
  const back = step > 1 ? () => onStep((step - 1) as StepNumber) : undefined;
  return (
    <>
      {second && (
        <div className="wiz-second">
          <Button block disabled={busy} onClick={() => onQuestion(second)}>
            {MAIN_LABELS[second]}
          </Button>
        </div>
      )}
      <div className="between gap-3 above-5 wiz-foot" data-keep-clear>
        {back && (
          <Button size="lg" icon={ArrowLeft} disabled={busy} onClick={back}>
            Zurück
          </Button>
        )}
        <div className="row wrap push">
          {second && (
            <Button size="lg" disabled={busy} onClick={() => onQuestion(second)}>
              {MAIN_LABELS[second]}
            </Button>
          )}
          <MainButton {...props} />
        </div>
      </div>
      {open && (
        <p className="help above-3 wiz-open" id="wizard-open">
          {open}
        </p>
      )}
      <div className="bottom-bar wizbar" data-slot="wizard-bar" data-keep-clear>
        <div className="segments" role="img" aria-label={`Schritt ${step} von 4`}>
          {STEP_NUMBERS.map((n) => (
            <i key={n} className={n <= step ? 'done' : undefined} />
          ))}
          <b className="xs muted num">{step}/4</b>
        </div>
        <Button size="lg" disabled={!back || busy} onClick={back}>
          Zurück
        </Button>
        <MainButton {...props} block />
      </div>
    </>
  );
}

function MainButton({
  step,
  main,
  open,
  busy,
  onStep,
  onQuestion,
  block = false,
}: FootProps & { block?: boolean }) {
  const common = {
    variant: 'primary',
    size: 'lg',
    block,
    'aria-describedby': open ? 'wizard-open' : undefined,
  } as const;
  if (step < 4) {
    return (
      <Button
        {...common}
        {...(!block && { iconEnd: ArrowRight })}
        disabled={open !== null}
        onClick={() => onStep((step + 1) as StepNumber)}
      >
        Weiter
      </Button>
    );
  }
  return (
    // A draft may be unfinished.
    <Button
      {...common}
      busy={busy}
      disabled={open !== null && main !== 'draft'}
      onClick={() => onQuestion(main)}
    >
      {MAIN_LABELS[main]}
    </Button>
  );
}
