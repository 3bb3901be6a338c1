import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { getStatistics } from '@samtrot/shared/statistics/contract.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { Failed, Missing } from '../../listing/placed.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRegion } from '../../ui/skeleton.tsx';
import { Chart } from './chart.tsx';
import { csvName, csvOf, download } from './csv.ts';
import { Effects } from './effects.tsx';
import { FigureTable } from './figure-table.tsx';
import {
  FIGURES,
  type Figure,
  ofWebsite,
  RANGE_LABELS,
  RANGES,
  type Range,
  type Statistics,
  spansOf,
  sumOf,
} from './figures.ts';
import { Sums } from './sums.tsx';
import './statistics-panel.css';
import '../../ui/card.css';
import '../../ui/skeleton.css';

/** What the page shows; kept in the address. */
export interface StatisticsView {
  days: Range;
  /** One website alone; null for all. */
  website: number | null;
}

interface Props {
  kind: PlacedKind;
  id: number;
  view: StatisticsView;
  onView: (view: StatisticsView) => void;
}

const RANGE_ITEMS = RANGES.map((days) => ({ value: String(days), label: RANGE_LABELS[days] }));

/** How often it was seen, and what came of it, by day and website. */
export function StatisticsPanel({ kind, id, view, onView }: Props) {
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery<Statistics, ApiError>({
    queryKey: [getStatistics.name, kind, id, view.days],
    queryFn: ({ signal }) => call(getStatistics, { kind, id, days: view.days }, signal),
    staleTime: 30_000,
    // Another range takes the place of the one before as soon as it is there.
    placeholderData: keepPreviousData,
  });
  if (error instanceof ApiError && error.status === 404) return <Missing kind={kind} />;
  return (
    <>
      <div className="row wrap below-4 stat-bar">
        <Segmented
          label="Zeitraum"
          value={String(view.days)}
          onChange={(days) => onView({ ...view, days: Number(days) as Range })}
          items={RANGE_ITEMS}
        />
        <Select
          aria-label="Webseite"
          value={view.website ?? ''}
          onChange={({ target }) =>
            onView({ ...view, website: target.value === '' ? null : Number(target.value) })
          }
          placeholder="Alle Webseiten"
          options={(data?.websites ?? []).map((site) => ({
            value: String(site.id),
            label: site.name,
          }))}
        />
        <Button
          icon={Download}
          disabled={!data || isPlaceholderData}
          onClick={() => data && download(csvName(data), csvOf(data, view.website))}
        >
          CSV herunterladen
        </Button>
      </div>
      {error && (
        <Failed
          text="Die Statistik konnte nicht geladen werden."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        <Shown data={data} website={view.website} busy={isPlaceholderData} />
      ) : (
        !error && <Waiting kind={kind} />
      )}
    </>
  );
}

function Shown({
  data,
  website,
  busy,
}: {
  data: Statistics;
  website: number | null;
  busy: boolean;
}) {
  const [wanted, setFigure] = useState<Figure>('views');
  const figures = FIGURES[data.kind];
  const figure = figures.includes(wanted) ? wanted : 'views';
  const days = ofWebsite(data.days, website);
  const spans = spansOf(data, days, new Date());
  return (
    <div className="stack stat" aria-busy={busy || undefined}>
      <Sums kind={data.kind} sums={sumOf(days)} figure={figure} onFigure={setFigure} />
      <div className="split split-uneven wide">
        <Chart key={spans.length} spans={spans} figure={figure} />
        <FigureTable spans={spans} figures={figures} />
      </div>
      {data.kind === 'inserat' && <Effects effects={data.effects} />}
    </div>
  );
}

const Waiting = ({ kind }: { kind: PlacedKind }) => (
  <SkeletonRegion className="stat">
    <div className="sums">
      {[...FIGURES[kind], ...(kind === 'banner' ? ['rate'] : [])].map((figure) => (
        <div className="panel stat-sum" key={figure}>
          <div className="skel" />
        </div>
      ))}
    </div>
    <div className="split split-uneven wide">
      <div className="card stat-chart-wait" />
      <div className="card" />
    </div>
  </SkeletonRegion>
);
