import {
  SERIES_SORTS,
  SERIES_STATES,
  type SeriesState,
} from '@samtrot/shared/coupons/series-rules.ts';
import { coupons } from '@samtrot/shared/coupons/staff-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatCredits, formatDate, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useHouseTitle } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { PageButtons, usePagedList } from '../paged-list.tsx';
import { type Column, Table } from '../table.tsx';
import '../page.css';

export type Series = Output<typeof coupons>['series'][number];

export const SERIES_TONES: Record<SeriesState, BadgeTone> = {
  planned: 'info',
  running: 'success',
  used_up: 'neutral',
  ended: 'neutral',
  stopped: 'warning',
};

const outOf = (n: number, most: number | null): string =>
  most === null ? formatNumber(n) : `${formatNumber(n)} von ${formatNumber(most)}`;
/** How often it was redeemed, and how much of its budget is gone. */
export const usesOf = ({ uses, max_uses, codes, code }: Series): string =>
  outOf(uses, max_uses ?? (code === null ? codes : null));
export const budgetOf = ({ spent, budget }: Series): string => outOf(spent, budget);
export const endOf = ({ ends_at }: Series): string =>
  ends_at === null ? 'ohne Ende' : formatDate(new Date(ends_at));

const COLUMNS: Column<Series>[] = [
  {
    label: 'Gutschein',
    names: true,
    sort: 'name',
    cell: ({ series_id, name }) => <HouseLink to={`/gutscheine/${series_id}`}>{name}</HouseLink>,
  },
  {
    label: 'Zustand',
    cell: ({ state }) => <Badge tone={SERIES_TONES[state]}>{SERIES_STATES[state]}</Badge>,
  },
  { label: 'Code', cell: ({ code, codes }) => code ?? `${formatNumber(codes)} Codes` },
  {
    label: 'Je',
    number: true,
    sort: 'credits',
    cell: ({ credits }) => formatCredits(credits),
  },
  { label: 'Eingelöst', number: true, sort: 'uses', cell: usesOf },
  { label: 'Credits', number: true, sort: 'spent', cell: budgetOf },
  { label: 'Bis', number: true, wide: true, sort: 'ends_at', cell: endOf },
];

/** «Gutscheine»: series of coupons with their remaining budget (BOF-102). */
export function CouponsPage() {
  useHouseTitle('Gutscheine');
  const navigate = useNavigate();
  const { query, table, pages } = usePagedList(coupons, {}, SERIES_SORTS);
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Gutscheine</h1>
        <Button
          variant="primary"
          icon={Plus}
          onClick={() => void navigate({ to: '/gutscheine/neu' as never })}
        >
          Neuer Gutschein
        </Button>
      </div>
      <section className="house-panel" aria-label="Gutscheine">
        <Loaded query={query}>
          {() =>
            query.data!.series.length === 0 ? (
              <div className="house-state house-text">
                <p>Noch kein Gutschein.</p>
                <p className="muted">
                  Ein Gutschein schenkt Credits: ein Code für viele oder viele Codes für je eine
                  Kundin, mit Frist und Budget. Danach steht hier, was davon eingelöst wurde.
                </p>
              </div>
            ) : (
              <Table
                {...table}
                caption={table.order ? 'Gutscheine' : 'Gutscheine, neuste zuerst'}
                updates
                rows={query.data!.series}
                keyOf={({ series_id }) => series_id}
                columns={COLUMNS}
              />
            )
          }
        </Loaded>
      </section>
      <PageButtons of={pages} />
    </>
  );
}
