import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { Circle, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { useList } from '../api.ts';
import { OpenApprovals } from '../open-approvals.tsx';
import { aboutVersion, type VersionFacts } from './version-list.tsx';

const time = (iso: string) => formatDateTime(new Date(iso));

/** «Freigabe»: who submitted it, who released it, when it counts (BOF-109, BOF-112). */
export function CatalogueRelease({ of }: { of: VersionFacts }) {
  const open = useList(getApprovals, {}).data?.open;
  const approval = open?.filter(
    ({ approval_id }) => of.state === 'submitted' && approval_id === of.approval_id,
  );
  return (
    <>
      <section className="house-panel" aria-labelledby="freigabe">
        <h2 id="freigabe">Freigabe</h2>
        <ol className="catalogue-steps house-state">
          {stepsOf(of).map(({ icon: Icon, text, tone }) => (
            <li key={text} className={tone}>
              <Icon className="i" aria-hidden />
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      {approval && approval.length > 0 && <OpenApprovals approvals={approval} title="Vorlage" />}
    </>
  );
}

interface Step {
  icon: LucideIcon;
  text: string;
  tone?: string;
}

function stepsOf(of: VersionFacts): Step[] {
  if (!of.created_by) return [{ icon: CircleCheck, text: aboutVersion(of), tone: 'is-done' }];
  if (of.state === 'draft')
    return [
      { icon: CircleCheck, text: `Entwurf von ${of.created_by}`, tone: 'is-done' },
      { icon: Circle, text: 'Noch nicht vorgelegt' },
    ];
  const submitted: Step = {
    icon: CircleCheck,
    text: `Vorgelegt von ${of.submitted_by}, ${time(of.submitted_at!)}`,
    tone: 'is-done',
  };
  const from = `ab ${time(of.valid_from!)}`;
  if (of.state === 'submitted')
    return [
      submitted,
      { icon: Clock, text: 'Wartet auf eine zweite Person', tone: 'is-waiting' },
      { icon: Circle, text: `Gilt ${from}` },
    ];
  const decided = `${of.decided_by}, ${time(of.decided_at!)}`;
  if (of.state === 'declined')
    return [submitted, { icon: CircleX, text: `Abgelehnt von ${decided}` }];
  return [
    submitted,
    { icon: CircleCheck, text: `Freigegeben von ${decided}`, tone: 'is-done' },
    of.state === 'coming'
      ? { icon: Clock, text: `Gilt ${from}`, tone: 'is-waiting' }
      : {
          icon: CircleCheck,
          text: `${of.state === 'valid' ? 'Gilt' : 'Galt'} ${from}`,
          tone: 'is-done',
        },
  ];
}
