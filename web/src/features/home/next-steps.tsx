import type { NextStep } from '@samtrot/shared/overview/contract.ts';
import type { StepKind } from '@samtrot/shared/overview/step-rules.ts';
import { clsx } from 'clsx';
import {
  CirclePause,
  CreditCard,
  Hourglass,
  type LucideIcon,
  Mail,
  MessageSquareReply,
  PencilLine,
  Wallet,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import type { HintTitle } from './rules.ts';
import type { StepTexts } from './step-text.ts';
import './next-steps.css';
import '../../ui/card.css';

const LOOKS: Record<
  StepKind,
  { icon: LucideIcon; tone: 'danger' | 'warning' | 'info' | 'entwurf' }
> = {
  hold: { icon: CirclePause, tone: 'danger' },
  debt: { icon: Wallet, tone: 'danger' },
  ending: { icon: Hourglass, tone: 'warning' },
  answer: { icon: MessageSquareReply, tone: 'info' },
  payment: { icon: CreditCard, tone: 'warning' },
  open_payment: { icon: CreditCard, tone: 'entwurf' },
  draft: { icon: PencilLine, tone: 'entwurf' },
  email: { icon: Mail, tone: 'entwurf' },
};

/** A phone shows so many until the others are wanted (EXP-33). */
const SHOWN_ON_PHONE = 3;

export interface Line {
  step: NextStep;
  words: StepTexts;
  /** What stands in a list alone, and the way there. */
  more?: ReactNode;
  act: ReactNode;
}

interface Props {
  title: HintTitle | 'Ausserdem';
  lines: readonly Line[];
  /** The two links and what stands where nothing waits; absent below the panel of a newcomer. */
  rest?: { topup: boolean; first: boolean; text: string };
}

/** The most urgent first, each with what it is, when, and one button (EXP-33, EXP-34). */
export function NextSteps({ title, lines, rest }: Props) {
  const [all, setAll] = useState(false);
  return (
    <section className="card today" data-slot="hint-card" aria-labelledby="h-next">
      <div className="between today-head">
        <h2 className="h3" id="h-next" tabIndex={-1}>
          {title}
        </h2>
        {rest && (
          <div className="row wrap">
            {rest.topup && (
              <ButtonLink to="/guthaben" variant="link" size="sm">
                Guthaben aufladen
              </ButtonLink>
            )}
            <ButtonLink to="/rabota" variant="link" size="sm">
              {rest.first ? 'Erstes Inserat erstellen' : 'Neues Inserat'}
            </ButtonLink>
          </div>
        )}
      </div>
      {lines.length === 0 && rest && <p className="muted today-done">{rest.text}</p>}
      <ul className={clsx('entries today-list', !all && 'folded')}>
        {lines.map(({ step, words, more, act }) => {
          const { icon: Icon, tone } = LOOKS[step.kind];
          return (
            <li key={step.kind + step.id} data-kind={step.kind}>
              <span className={`tile badge-${tone}`}>
                <Icon className="i" aria-hidden />
              </span>
              <div className="num">
                <h3 className="plain-title">{words.title}</h3>
                {words.texts.map((text) => (
                  <p key={text} className="sm muted">
                    {text}
                  </p>
                ))}
                {more}
              </div>
              <div className="row-tight wrap today-act">{act}</div>
            </li>
          );
        })}
      </ul>
      {lines.length > SHOWN_ON_PHONE && !all && (
        <Button variant="link" className="only-mobile" onClick={() => setAll(true)}>
          Alle {lines.length} anzeigen
        </Button>
      )}
    </section>
  );
}
