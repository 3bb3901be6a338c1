import {
  judge,
  type SecurityFacts,
  type SecurityStep,
} from '@samtrot/shared/access/security-rules.ts';
import {
  KeyRound,
  ListChecks,
  Mail,
  MonitorSmartphone,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import './judgement.css';

const ICONS = {
  email: Mail,
  devices: MonitorSmartphone,
  codes: ListChecks,
  factor: Smartphone,
  passkey: KeyRound,
};

const TONES = { good: 'success', better: 'warning', act: 'danger' };

interface Props {
  facts: SecurityFacts;
  onStep: (step: SecurityStep) => void;
}

/** The page begins with one judgement and the one next best step (EXP-79). */
export function JudgementCard({ facts, onStep }: Props) {
  const { verdict, title, text, step } = judge(facts);
  const Icon = verdict === 'good' ? ShieldCheck : ShieldAlert;
  return (
    <Card className="judgement" data-verdict={verdict} aria-labelledby="h-urteil">
      <span className={`tile badge-${TONES[verdict]}`}>
        <Icon className="i" aria-hidden />
      </span>
      <div>
        <h2 className="h3" id="h-urteil">
          {title}
        </h2>
        <p className="sm muted">{text}</p>
      </div>
      {step && (
        <Button variant="primary" icon={ICONS[step.to]} onClick={() => onStep(step.to)}>
          {step.label}
        </Button>
      )}
    </Card>
  );
}
