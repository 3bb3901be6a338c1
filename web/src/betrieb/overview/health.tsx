import { type Advice, HEALTH_ADVICE } from '@samtrot/shared/health/advice.ts';
import { getHouseHealth } from '@samtrot/shared/health/contract.ts';
import { TONE_LABELS, type Tone } from '@samtrot/shared/health/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useList } from '../api.ts';
import { HouseLink } from '../link.tsx';
import './health.css';

const ICONS: Record<Tone, LucideIcon> = {
  ok: CircleCheck,
  warning: TriangleAlert,
  bad: CircleX,
};

export const useHealth = () => useList(getHouseHealth, {});

/** Says its tone by icon and word, not by colour alone. */
export function ToneIcon({ tone }: { tone: Tone }) {
  const Icon = ICONS[tone];
  return (
    <>
      <Icon className={`i health-icon health-${tone}`} aria-hidden />
      <span className="sr">{TONE_LABELS[tone]}: </span>
    </>
  );
}

/** In the head of every page: whether all runs. */
export function HealthLink() {
  const { data } = useHealth();
  if (!data) return null;
  const { tone, lines } = data;
  const hints = lines.filter((line) => line.tone !== 'ok').length;
  return (
    <HouseLink to="/zustand" className={`health-line health-${tone}`}>
      <ToneIcon tone={tone} />
      {hints === 0 ? 'Alles läuft' : hints === 1 ? '1 Hinweis' : `${hints} Hinweise`}
    </HouseLink>
  );
}

const ToDo = ({ of: { text, path, label } }: { of: Advice }) => (
  <dd className="health-advice">
    {text} {path && <HouseLink to={path}>{label}</HouseLink>}
  </dd>
);

/** One line for each value that is watched (BOF-135). */
export const HealthLines = ({
  lines,
  advice = false,
}: Pick<Output<typeof getHouseHealth>, 'lines'> & {
  /** Says at each line that is not in order what to do. */
  advice?: boolean;
}) => (
  <dl className="health">
    {lines.map(({ key, label, text, tone }) => (
      <div key={key}>
        <dt>
          <ToneIcon tone={tone} />
          {label}
        </dt>
        <dd className={`health-${tone}`}>{text}</dd>
        {advice && tone !== 'ok' && <ToDo of={HEALTH_ADVICE[key as keyof typeof HEALTH_ADVICE]} />}
      </div>
    ))}
  </dl>
);
