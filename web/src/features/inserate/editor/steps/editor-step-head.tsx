import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { LAST_STEP, STEPS } from './editor-steps.ts';
import type { AdSteps } from './use-ad-steps.ts';
import './editor-steps.css';

export const STEP_TITLE_ID = 'schritt-titel';

interface Props {
  title: string;
  inseratId: number;
  steps: AdSteps;
  /** Whether it is saved. */
  status: ReactNode;
  /** The cross. */
  close: ReactNode;
  /** The way to all of them. */
  list: ReactNode;
}

/** Above a step: where one is, and back to the one before (EXP-41). */
export function StepHead({ title, inseratId, steps, status, close, list }: Props) {
  const { step, show } = steps;
  const now = STEPS[step - 1]!;
  return (
    <div className="stack-tight below-4">
      <div className="row-tight">
        {step > 1 && (
          <IconButton
            icon={ArrowLeft}
            label={`Zurück zu ${STEPS[step - 2]!.title}`}
            tipSide="right"
            onClick={() => show(step - 1)}
          />
        )}
        <div className="grow">
          <h1 className="plain-title truncate">{title}</h1>
          <div className="row wrap xs muted num steps-sub">
            <p>Inserat-Nr. {inseratId}</p>
            {status}
          </div>
        </div>
        {close}
      </div>
      <div className="segments steps-parts" aria-hidden>
        {STEPS.map((part, index) => (
          <i
            key={part.title}
            className={index < step - 1 ? 'done' : index < step ? 'now' : undefined}
          />
        ))}
      </div>
      <div className="between xs muted num">
        <p role="status">{`Schritt ${step} von ${LAST_STEP} · ${now.title}`}</p>
        {list}
      </div>
      <h2 className="h1 steps-question" id={STEP_TITLE_ID} tabIndex={-1}>
        {now.question}
      </h2>
    </div>
  );
}
