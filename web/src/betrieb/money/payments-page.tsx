import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { payments } from '@samtrot/shared/money-desk/contract.ts';
import {
  PAYMENT_GROUP_IDS,
  PAYMENT_GROUPS,
  PAYMENT_SORTS,
  type PaymentGroup,
} from '@samtrot/shared/money-desk/payment-search.ts';
import { type FormEvent, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { PageButtons, usePagedList } from '../paged-list.tsx';
import { type Column, Table } from '../table.tsx';
import { MoneyFrame } from './money-frame.tsx';
import { francs, TONES } from './money-labels.ts';
import '../customers/customer.css';
import '../page.css';
import '../panes.css';

type Payment = Output<typeof payments>['payments'][number];

const COLUMNS: Column<Payment>[] = [
  {
    label: 'Zahlung',
    names: true,
    sort: 'number',
    cell: ({ payment_id }) => (
      <HouseLink to={`/geld/zahlungen/${payment_id}`}>{payment_id}</HouseLink>
    ),
  },
  {
    label: 'Eröffnet',
    sort: 'at',
    cell: ({ at }) => formatDayTime(new Date(at)),
  },
  {
    label: 'Kundin',
    cell: ({ account }) =>
      account && (
        <HouseLink to={`/kundinnen/${account.account_id}/zahlungen`}>
          {account.name}, {account.account_id}
        </HouseLink>
      ),
  },
  { label: 'Weg', sort: 'method', cell: ({ method }) => method },
  {
    label: 'Bezahlt CHF',
    number: true,
    sort: 'paid',
    cell: ({ paid }) => (paid === null ? '–' : francs(paid)),
  },
  {
    label: 'Credits',
    number: true,
    cell: ({ credited }) => (credited === 0 ? '–' : formatNumber(credited)),
  },
  {
    label: 'Zurück CHF',
    number: true,
    wide: true,
    cell: ({ returned }) => (returned === 0 ? '–' : francs(returned)),
  },
  {
    label: 'Gebühr CHF',
    number: true,
    wide: true,
    sort: 'fee',
    cell: ({ fee }) => (fee === null ? '–' : francs(fee)),
  },
  {
    label: 'Status',
    sort: 'status',
    cell: ({ status, group }) => <Badge tone={TONES[group]}>{status}</Badge>,
  },
  {
    label: 'Beleg',
    wide: true,
    cell: ({ receipt }) => receipt ?? '–',
  },
];

/** All payments, found by whatever names them (BOF-92). */
export function PaymentsPage() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [state, setState] = useState<PaymentGroup | null>(null);
  const filter = { ...(q !== '' && { q }), ...(state && { state }) };
  const { query, table, pages } = usePagedList(payments, filter, PAYMENT_SORTS);
  useLetterKeys({ z: () => field.current?.focus() });
  const look = (event: FormEvent) => {
    event.preventDefault();
    setQ(typed.trim());
  };
  return (
    <MoneyFrame tab="zahlungen">
      <search>
        <form className="customer-search" onSubmit={look}>
          <Field
            label="Zahlung suchen"
            help="Kundin, Betrag, Datum, Nummer, Referenz, Zahlungsart oder Beleg"
          >
            <Input
              ref={field}
              type="search"
              value={typed}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => {
                setTyped(target.value);
                if (target.value === '') setQ('');
              }}
            />
          </Field>
          <Button type="submit" variant="primary">
            Suchen
          </Button>
        </form>
      </search>
      <div className="panes-filters">
        {PAYMENT_GROUP_IDS.map((id) => (
          <button
            key={id}
            type="button"
            className="panes-filter"
            aria-pressed={id === state}
            onClick={() => setState(id === state ? null : id)}
          >
            {PAYMENT_GROUPS[id].label}
          </button>
        ))}
      </div>
      <section className="house-panel" aria-label="Zahlungen" aria-live="polite">
        <Loaded query={query}>
          {() =>
            query.data!.payments.length === 0 ? (
              <p className="house-state">
                {query.data!.cursor === null
                  ? 'Keine Zahlung gefunden.'
                  : `In diesem Teil ist keine. «${table.order ? 'Weiter' : 'Ältere'}» sucht weiter.`}
              </p>
            ) : (
              <Table
                {...table}
                caption={table.order ? 'Zahlungen' : 'Zahlungen, neuste zuerst'}
                updates
                rows={query.data!.payments}
                keyOf={({ payment_id }) => payment_id}
                columns={COLUMNS}
              />
            )
          }
        </Loaded>
      </section>
      <PageButtons of={pages} />
    </MoneyFrame>
  );
}
