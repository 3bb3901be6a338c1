import { ChevronRight, CircleCheck, CircleDashed, CircleDot, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Sheet, SheetItem } from '../../../../ui/sheet.tsx';
import type { StepFact } from './editor-step-facts.ts';
import type { AdSteps } from './use-ad-steps.ts';
import './editor-steps.css';

interface Props {
  steps: AdSteps;
  facts: readonly StepFact[];
  /** A booked ad is no draft. */
  draft: boolean;
}

const ICONS = { filled: CircleCheck, open: CircleDot, empty: CircleDashed };
const STATES = { filled: 'ausgefüllt', open: 'unvollständig', empty: 'leer' };

/** «Alle Schritte»: each with what it holds or what is missing, and the way there (EXP-44). */
export function StepList({ steps, facts, draft }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link-target steps-all"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ListChecks className="i" aria-hidden />
        Alle Schritte
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={<span className="h2">Alle Schritte</span>}
      >
        <ol className="lined steps-list" aria-label="Schritte">
          {facts.map(({ title, text, state }, index) => (
            <li key={title}>
              <SheetItem
                icon={ICONS[state]}
                end={<ChevronRight className="i" aria-hidden />}
                className={state}
                aria-current={steps.step === index + 1 ? 'step' : undefined}
                onClick={() => {
                  setOpen(false);
                  steps.show(index + 1);
                }}
              >
                <span className="steps-fact">
                  <span className="strong">{title}</span>
                  <span className="sr">{`${STATES[state]}: `}</span>
                  <span className={state === 'open' ? 'sm medium is-danger' : 'sm muted'}>
                    {text}
                  </span>
                </span>
              </SheetItem>
            </li>
          ))}
        </ol>
        {draft && (
          <p className="help steps-hint">
            Du kannst jederzeit aufhören. Der Entwurf bleibt 180 Tage.
          </p>
        )}
      </Sheet>
    </>
  );
}
