import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import type { refunds } from '@samtrot/shared/money-desk/contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { HouseLink } from '../link.tsx';
import { Table } from '../table.tsx';
import { francs } from './money-labels.ts';

export type Refund = Output<typeof refunds>['waiting'][number];

/** Money that goes back, or went. */
export const RefundTable = ({ caption, rows }: { caption: string; rows: Refund[] }) => (
  <Table
    caption={caption}
    updates
    rows={rows}
    keyOf={({ payment_id, at, amount }) => `${payment_id} ${at} ${amount}`}
    columns={[
      {
        label: 'Zahlung',
        names: true,
        sortBy: ({ payment_id }) => payment_id,
        cell: ({ payment_id }) => (
          <HouseLink to={`/geld/zahlungen/${payment_id}`}>{payment_id}</HouseLink>
        ),
      },
      { label: 'Datum', sortBy: ({ at }) => at, cell: ({ at }) => formatDate(new Date(at)) },
      {
        label: 'Kundin',
        sortBy: ({ account }) => account?.name ?? null,
        cell: ({ account }) => account?.name,
      },
      { label: 'Art', sortBy: ({ kind }) => kind, cell: ({ kind }) => kind },
      {
        label: 'CHF',
        number: true,
        sortBy: ({ amount }) => amount,
        cell: ({ amount }) => francs(amount),
      },
      {
        label: 'Credits',
        number: true,
        sortBy: ({ credits }) => credits,
        cell: ({ credits }) => credits,
      },
      {
        label: 'Grund',
        wide: true,
        sortBy: ({ reason }) => reason,
        cell: ({ reason }) => reason,
      },
      {
        label: 'Status',
        sortBy: ({ status }) => status,
        cell: ({ status, waiting }) => (
          <Badge tone={waiting ? 'warning' : status === 'Erledigt' ? 'success' : 'danger'}>
            {status}
          </Badge>
        ),
      },
      {
        label: 'Korrekturbeleg',
        wide: true,
        sortBy: ({ receipt }) => receipt,
        cell: ({ receipt }) => receipt ?? '–',
      },
    ]}
  />
);
