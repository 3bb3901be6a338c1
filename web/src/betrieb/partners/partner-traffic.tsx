import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { getPartnerTraffic } from '@samtrot/shared/partners/desk-contract.ts';
import {
  botShare,
  changeOf,
  changeText,
  compare,
  WEEK_DAYS,
} from '@samtrot/shared/partners/traffic-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { type ApiError, call } from '../../lib/api/call.ts';
import { Loaded } from '../list-state.tsx';
import { Chart } from '../overview/chart.tsx';
import { Table } from '../table.tsx';
import { useDesk } from './partner-desk.tsx';
import '../page.css';

type Day = Output<typeof getPartnerTraffic>['days'][number];

/** It counts whole days, so it is not asked every few seconds as lists are. */
const FRESH_MS = 5 * 60_000;

/** What the website asks and what its visitors do, by day (BOF-126). */
export function PartnerTraffic() {
  const { calls, of } = useDesk();
  const { website_id } = of;
  const query = useQuery<Output<typeof getPartnerTraffic>, ApiError>({
    queryKey: [calls.getPartnerTraffic.name, website_id],
    queryFn: ({ signal }) => call(calls.getPartnerTraffic, { website_id }, signal),
    staleTime: FRESH_MS,
  });
  return (
    <section className="house-panel" aria-labelledby="verkehr">
      <h2 id="verkehr">Verkehr</h2>
      <Loaded query={query}>{() => <Traffic days={query.data!.days} />}</Loaded>
    </section>
  );
}

const dateOf = ({ day }: Day) => formatDate(new Date(`${day}T12:00:00Z`));

function Traffic({ days }: { days: readonly Day[] }) {
  const compared = compare(days, localDate(new Date()));
  const change = changeText(compared);
  const week = days.slice(-WEEK_DAYS - 1, -1);
  const sum = (of: (day: Day) => number) => week.reduce((all, day) => all + of(day), 0);
  const [visits, bots] = [sum((day) => day.visits), sum((day) => day.bots)];
  const facts: [string, string][] = [
    ['Aufrufe, 7 Tage', formatNumber(compared.week)],
    ['Gegen die vier Wochen davor', change ?? 'noch zu wenig'],
    ['Klicks, 7 Tage', formatNumber(sum(({ clicks }) => clicks))],
    ['Gelesen, 7 Tage', formatNumber(sum(({ reads }) => reads))],
    ['Fehler, 7 Tage', formatNumber(sum(({ errors }) => errors))],
    ['Anteil Programme', `${botShare({ visits, bots })} %`],
  ];
  return (
    <>
      {changeOf(compared) && (
        <p className="house-state" role="status">
          <b>
            {changeOf(compared) === 'fall'
              ? 'Die Aufrufe sind stark gefallen'
              : 'Die Aufrufe sind stark gestiegen'}
          </b>
          : {change} gegen die vier Wochen davor.
        </p>
      )}
      <dl className="house-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="house-state">
        <Chart
          colour={2}
          label={`Aufrufe, ${days.length} Tage; heute ist noch nicht vorbei`}
          bars={days.map((day) => ({
            label: dateOf(day),
            text: `${formatNumber(day.views)} Aufrufe`,
            value: day.views,
          }))}
        />
      </div>
      <details className="house-state">
        <summary className="house-summary">Als Tabelle</summary>
        <Table
          caption="Verkehr nach Tagen"
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { label: 'Tag', sortBy: ({ day }) => day, cell: dateOf },
            column('Aufrufe', ({ views }) => views),
            column('Klicks', ({ clicks }) => clicks),
            column('Gelesen', ({ reads }) => reads),
            column('Fehler', ({ errors }) => errors),
            {
              label: 'Programme',
              number: true,
              wide: true,
              sortBy: (day: Day) => botShare(day),
              cell: (day: Day) => `${botShare(day)} %`,
            },
          ]}
        />
      </details>
    </>
  );
}

const column = (label: string, of: (day: Day) => number) => ({
  label,
  number: true,
  sortBy: of,
  cell: (day: Day) => formatNumber(of(day)),
});
