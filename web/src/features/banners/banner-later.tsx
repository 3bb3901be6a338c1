/**
 * What the first step is drawn without: the later ones, questions and rules; `later-step.ts` loads
 * it.
 */
import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { Account } from '../../lib/session/session.ts';
import type { Source } from './picture-field.tsx';
import { StepContent } from './step-content.tsx';
import { StepOrder } from './step-order.tsx';
import { StepTime } from './step-time.tsx';
import type { Wizard } from './use-wizard.ts';

export { bannerProblems } from '@samtrot/shared/banners/problems.ts';
export { startProblems } from '@samtrot/shared/kernel/start.ts';
export { WizardDialogs } from './wizard-dialogs.tsx';

export interface LaterProps {
  step: 2 | 3 | 4;
  wizard: Wizard;
  typ: BannerTypeId;
  /** Null for a new one. */
  banner: Banner | null;
  account: Account;
  source: Source | null;
  onSource: (source: Source | null) => void;
}

export function LaterStep({ step, banner, account, source, onSource, ...of }: LaterProps) {
  switch (step) {
    case 2:
      return <StepContent {...of} source={source} onSource={onSource} />;
    case 3:
      return <StepTime {...of} banner={banner} />;
    default:
      return <StepOrder {...of} banner={banner} account={account} />;
  }
}
