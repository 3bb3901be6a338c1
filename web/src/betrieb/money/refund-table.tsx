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
    rows={rows}
    keyOf={({ payment_id, at, amount }) => `${payment_id} ${at} ${amount}`}
    columns={[
      {
        label: 'Zahlung',
        names: true,
        cell: ({ payment_id }) => (
          <HouseLink to={`/geld/zahlungen/${payment_id}`}>{payment_id}</HouseLink>
        ),
      },
      { label: 'Datum', cell: ({ at }) => formatDate(new Date(at)) },
      { label: 'Kundin', cell: ({ account }) => account?.name },
      { label: 'Art', cell: ({ kind }) => kind },
      { label: 'CHF', number: true, cell: ({ amount }) => francs(amount) },
      { label: 'Credits', number: true, cell: ({ credits }) => credits },
      { label: 'Grund', wide: true, cell: ({ reason }) => reason },
      {
        label: 'Status',
        cell: ({ status, waiting }) => (
          <Badge tone={waiting ? 'warning' : status === 'Erledigt' ? 'success' : 'danger'}>
            {status}
          </Badge>
        ),
      },
      { label: 'Korrekturbeleg', wide: true, cell: ({ receipt }) => receipt ?? '–' },
    ]}
  />
);
