import type { Output } from '@samtrot/shared/kernel/action.ts';
import { REPORT_STATE_LABELS, URGENCIES } from '@samtrot/shared/reports/rules.ts';
import type { reports } from '@samtrot/shared/reports/staff-contract.ts';
import { Siren } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

export type Listed = Output<typeof reports>['items'][number];

const TONES = { calm: 'neutral', amber: 'warning', late: 'danger' } as const;

export const isOpen = ({ state }: Pick<Listed, 'state'>) =>
  state === 'new' || state === 'in_review';

export const Urgency = ({ of: { urgency } }: { of: Pick<Listed, 'urgency'> }) =>
  urgency === 'urgent' ? (
    <Badge tone="danger" icon={Siren}>
      {URGENCIES.urgent.label}
    </Badge>
  ) : (
    <Badge>{URGENCIES[urgency].label}</Badge>
  );

/** How urgent it is, its clock, and who is on it. */
export const Marks = ({ of }: { of: Listed }) => (
  <p className="panes-tags">
    <Urgency of={of} />
    {!isOpen(of) && <Badge>{REPORT_STATE_LABELS[of.state]}</Badge>}
    {isOpen(of) && <Badge tone={TONES[of.clock.tone]}>{of.clock.text}</Badge>}
    {of.claimed_by && <Badge tone="info">{of.claimed_by} bearbeitet das</Badge>}
  </p>
);
