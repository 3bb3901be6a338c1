import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { payments } from '@samtrot/shared/money-desk/contract.ts';
import {
  PAYMENT_GROUP_IDS,
  PAYMENT_GROUPS,
  type PaymentGroup,
} from '@samtrot/shared/money-desk/payment-search.ts';
import { type FormEvent, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useList } from '../api.ts';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { Table } from '../table.tsx';
import { MoneyFrame } from './money-frame.tsx';
import { francs, TONES } from './money-labels.ts';
import '../customers/customer.css';
import '../page.css';
import '../panes.css';

type Payment = Output<typeof payments>['payments'][number];

/** All payments, found by whatever names them (BOF-92). */
export function PaymentsPage() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [state, setState] = useState<PaymentGroup | null>(null);
  /** Where each page began, to go back. */
  const [cursors, setCursors] = useState<number[]>([]);
  const cursor = cursors.at(-1);
  const query = useList(payments, {
    ...(q !== '' && { q }),
    ...(state && { state }),
    ...(cursor !== undefined && { cursor }),
  });
  useLetterKeys({ z: () => field.current?.focus() });
  const look = (event: FormEvent) => {
    event.preventDefault();
    setCursors([]);
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
            onClick={() => {
              setState(id === state ? null : id);
              setCursors([]);
            }}
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
                  : 'In diesem Teil ist keine. «Ältere» sucht weiter.'}
              </p>
            ) : (
              <PaymentTable
                key={`${q} ${state} ${cursor}`}
                of={query.data!.payments}
                inPages={cursors.length > 0 || query.data!.cursor !== null}
              />
            )
          }
        </Loaded>
      </section>
      <div className="house-acts">
        {cursors.length > 0 && (
          <Button onClick={() => setCursors(cursors.slice(0, -1))}>Neuere</Button>
        )}
        {query.data?.cursor && (
          <Button onClick={() => setCursors([...cursors, query.data!.cursor!])}>Ältere</Button>
        )}
      </div>
    </MoneyFrame>
  );
}

const PaymentTable = ({ of, inPages }: { of: Payment[]; inPages: boolean }) => (
  <Table
    caption="Zahlungen, neuste zuerst"
    updates
    inPages={inPages}
    rows={of}
    keyOf={({ payment_id }) => payment_id}
    columns={[
      {
        label: 'Zahlung',
        names: true,
        sortBy: ({ payment_id }) => payment_id,
        cell: ({ payment_id }) => (
          <HouseLink to={`/geld/zahlungen/${payment_id}`}>{payment_id}</HouseLink>
        ),
      },
      {
        label: 'Eröffnet',
        sortBy: ({ at }) => at,
        cell: ({ at }) => formatDayTime(new Date(at)),
      },
      {
        label: 'Kundin',
        sortBy: ({ account }) => account?.name ?? null,
        cell: ({ account }) =>
          account && (
            <HouseLink to={`/kundinnen/${account.account_id}/zahlungen`}>
              {account.name}, {account.account_id}
            </HouseLink>
          ),
      },
      { label: 'Weg', sortBy: ({ method }) => method, cell: ({ method }) => method },
      {
        label: 'Bezahlt CHF',
        number: true,
        sortBy: ({ paid }) => paid,
        cell: ({ paid }) => (paid === null ? '–' : francs(paid)),
      },
      {
        label: 'Credits',
        number: true,
        sortBy: ({ credited }) => credited,
        cell: ({ credited }) => (credited === 0 ? '–' : formatNumber(credited)),
      },
      {
        label: 'Zurück CHF',
        number: true,
        wide: true,
        sortBy: ({ returned }) => returned,
        cell: ({ returned }) => (returned === 0 ? '–' : francs(returned)),
      },
      {
        label: 'Gebühr CHF',
        number: true,
        wide: true,
        sortBy: ({ fee }) => fee,
        cell: ({ fee }) => (fee === null ? '–' : francs(fee)),
      },
      {
        label: 'Status',
        sortBy: ({ status }) => status,
        cell: ({ status, group }) => <Badge tone={TONES[group]}>{status}</Badge>,
      },
      {
        label: 'Beleg',
        wide: true,
        sortBy: ({ receipt }) => receipt,
        cell: ({ receipt }) => receipt ?? '–',
      },
    ]}
  />
);
