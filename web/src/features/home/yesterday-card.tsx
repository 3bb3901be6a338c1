import { formatNumber, shortDay } from '@samtrot/shared/kernel/format.ts';
import type { DayOfFigures } from '@samtrot/shared/overview/contract.ts';
import type { LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CardHead } from '../../ui/card.tsx';
import './yesterday-card.css';
import '../../ui/card.css';

const FIGURES = [
  ['views', 'Aufrufe'],
  ['phone', 'Anrufe'],
  ['whatsapp', 'WhatsApp'],
  ['sms', 'SMS'],
] as const;

interface Props {
  /** Null before the third day online. */
  week: readonly DayOfFigures[] | null;
  /** Where the figures of each ad are. */
  more: Pick<LinkProps, 'to' | 'params' | 'search'> & { label: string };
}

/** What visitors did yesterday with all ads and clubs, and in the seven days up to it (EXP-36). */
export function YesterdayCard({ week, more: { label, ...more } }: Props) {
  return (
    <section className="card" data-slot="chart-card" aria-labelledby="h-yesterday">
      <CardHead title="Gestern" id="h-yesterday">
        {week && (
          <ButtonLink {...more} variant="link" size="sm" iconEnd={ChevronRight}>
            {label}
          </ButtonLink>
        )}
      </CardHead>
      {week === null ? (
        <p className="sm muted">Zahlen gibt es ab dem dritten Tag.</p>
      ) : (
        <dl className="fig">
          {FIGURES.map(([figure, word]) => {
            const days = week.map((day) => ({ day: day.day, n: day[figure] }));
            const most = Math.max(1, ...days.map(({ n }) => n));
            const sum = days.reduce((total, { n }) => total + n, 0);
            return (
              <div key={figure}>
                <dt className="sm muted">{word}</dt>
                <dd className="big-number num">
                  {formatNumber(days.at(-1)!.n)}
                  <small className="note">7 Tage: {formatNumber(sum)}</small>
                  <span className="sr">
                    {days.map(({ day, n }) => `${shortDay(day)} ${formatNumber(n)}`).join(', ')}
                  </span>
                </dd>
                <dd className="spark" aria-hidden>
                  {days.map(({ day, n }) => (
                    <i key={day} style={{ '--p': `${(n / most) * 100}%` } as React.CSSProperties} />
                  ))}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
