import { CARD_SORTS, CARD_TABS, type CardTab } from '@samtrot/shared/customers/card-rules.ts';
import { customer, customerTab } from '@samtrot/shared/customers/contract.ts';
import { endView } from '@samtrot/shared/customers/help-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatCredits, formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { countText } from '@samtrot/shared/moderation/review-rules.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CirclePause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useHouseTitle, useList, useMe } from '../api.ts';
import { HoldDialog } from '../holds/hold-dialog.tsx';
import { ReleaseDialog } from '../holds/release-dialog.tsx';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { PageButtons, usePagedList } from '../paged-list.tsx';
import { Table } from '../table.tsx';
import { thingName } from '../thing.ts';
import type { Customer } from './customer.ts';
import { CustomerContact } from './customer-contact.tsx';
import { CustomerExport } from './customer-export.tsx';
import { CustomerHelp } from './customer-help.tsx';
import { CustomerLooks } from './customer-looks.tsx';
import { MessageDialog, useSubjects } from './customer-message.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import '../page.css';
import './customer.css';

type HeldObject = NonNullable<Output<typeof customerTab>['rows'][number]['holdable']>;

const day = (iso: string) => formatDate(new Date(iso));
const time = (iso: string) => formatDateTime(new Date(iso));

/** A customer: facts, tabs, notes, looks and «Helfen» (BOF-70). */
export function CustomerPage() {
  const { id, tab, number } = useParams({ strict: false }) as {
    id: string;
    tab?: string;
    number?: string;
  };
  const query = useList(customer, { account_id: id });
  const chosen: CardTab = tab !== undefined && tab in CARD_TABS ? (tab as CardTab) : 'inserate';
  useHouseTitle('Kundin');
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('ende')) return;
    history.replaceState(history.state, '', location.pathname);
    // Also without an answer: the view ends by itself.
    void call(endView, {}).catch(() => {});
  }, []);
  if (query.error?.code === 'NOT_FOUND' || query.error?.code === 'INVALID_INPUT')
    return (
      <>
        <h1 className="h1">Kundin {id}</h1>
        <p>
          Dieses Konto gibt es nicht. <HouseLink to="/kundinnen">Zur Suche</HouseLink>
        </p>
      </>
    );
  return (
    <Loaded query={query}>
      {() => <Card key={id} of={query.data!} tab={chosen} number={number} />}
    </Loaded>
  );
}

/** Whose rows are off all websites with their account. */
const HOLDABLE_TABS: readonly CardTab[] = ['inserate', 'banner-und-clubs'];

interface CardProps {
  of: Customer;
  tab: CardTab;
  /** The number that a search has found; the tab shows it alone. */
  number: string | undefined;
}

function Card({ of, tab, number }: CardProps) {
  const { rights } = useMe();
  const navigate = useNavigate();
  const [holding, setHolding] = useState(false);
  const [releasing, setReleasing] = useState(false);
  const [writing, setWriting] = useState(false);
  const mayWrite = useSubjects().length > 0 && rights.includes('inbox.reply');
  const tabs = (Object.keys(CARD_TABS) as CardTab[]).filter(
    (id) => id !== 'meldungen-und-sperren' || rights.includes('report.read'),
  );
  return (
    <>
      <div className="house-head">
        <div>
          <h1 className="h1">
            {of.name}{' '}
            <Badge tone={of.state === 'aktiv' ? 'success' : 'warning'}>
              {of.hold ? of.hold.label : of.state}
            </Badge>
          </h1>
          <CustomerContact of={of} />
        </div>
        <div className="house-acts">
          {mayWrite && !of.closed && (
            <Button onClick={() => setWriting(true)}>Nachricht schreiben</Button>
          )}
          {of.hold?.releasable && rights.includes('customer.block') && (
            <Button variant="secondary" onClick={() => setReleasing(true)}>
              Freigeben
            </Button>
          )}
          {!of.hold && !of.closed && rights.includes('customer.block') && (
            <Button variant="secondary" onClick={() => setHolding(true)}>
              Sperren
            </Button>
          )}
        </div>
      </div>
      <Facts of={of} />
      <div className="customer-columns">
        <section className="customer-main" aria-label={CARD_TABS[tab]}>
          <Tabs
            label="Bereiche"
            value={tab}
            items={tabs.map((value) => ({
              value,
              label: CARD_TABS[value],
              count: countOf(of, value),
            }))}
            onChange={(value) =>
              void navigate({ to: `/kundinnen/${of.account_id}/${value}` as never })
            }
          >
            <div className="house-panel">
              {number !== undefined && (
                <p className="house-state house-acts">
                  <span>
                    Gefunden: <b className="num">{number}</b>
                  </span>
                  <HouseLink to={`/kundinnen/${of.account_id}/${tab}`}>Alle zeigen</HouseLink>
                </p>
              )}
              {of.hold && HOLDABLE_TABS.includes(tab) && (
                <p className="house-state muted">
                  Das Konto ist nicht freigegeben: Nichts davon ist online, was auch sein Zustand
                  ist.
                </p>
              )}
              <Rows key={`${tab} ${number}`} accountId={of.account_id} tab={tab} number={number} />
            </div>
          </Tabs>
        </section>
        <div className="customer-side">
          {!of.closed && <CustomerHelp of={of} />}
          <CustomerExport of={of} />
          {rights.includes('customer.note') && (
            <CustomerNotes accountId={of.account_id} closed={of.closed} />
          )}
          <CustomerLooks of={of} />
        </div>
      </div>
      {releasing && of.hold && (
        <ReleaseDialog
          hold={{ id: of.hold.id, object: { type: 'account', id: of.account_id } }}
          onClose={() => setReleasing(false)}
        />
      )}
      {mayWrite && !of.closed && (
        <MessageDialog
          key={of.account_id}
          open={writing}
          accountId={of.account_id}
          name={of.name}
          onClose={() => setWriting(false)}
        />
      )}
      {holding && (
        <HoldDialog of={{ type: 'account', id: of.account_id }} onClose={() => setHolding(false)} />
      )}
    </>
  );
}

/** Nothing where nothing is, or where nobody counts. */
function countOf({ counts }: Customer, tab: CardTab): string | undefined {
  const count = (counts as Partial<Record<CardTab, number>>)[tab] ?? 0;
  return count > 0 ? countText(count) : undefined;
}

interface Fact {
  label: string;
  value: string;
  more?: string;
}

function Facts({ of }: { of: Customer }) {
  const { bought, bonus, coupon, correction } = of.parts;
  const parts = [
    `${bought} gekauft`,
    `${bonus} Bonus`,
    `${coupon} Gutschein`,
    ...(correction > 0 ? [`${correction} Korrektur`] : []),
  ];
  const devices = of.devices === 1 ? '1 Gerät' : `${of.devices} Geräte`;
  const facts: Fact[] = [
    { label: 'Guthaben', value: formatCredits(of.balance), more: parts.join(', ') },
    { label: 'Offen', value: formatCredits(of.owed) },
    {
      label: 'Rabatt',
      value: `${of.discount_percent} %`,
      more: of.discount_until ? `bis und mit ${day(of.discount_until)}` : '',
    },
    {
      label: 'Kundin seit',
      value: day(of.since),
      more: of.email_confirmed ? '' : 'Adresse nicht bestätigt',
    },
    {
      label: 'Letzte Anmeldung',
      value: of.last_login_at ? time(of.last_login_at) : 'noch keine',
      more: `${devices}${of.second_factor ? ', mit zweitem Faktor' : ''}`,
    },
  ];
  if (of.terms) facts.push(termsFact(of.terms));
  if (of.delete_at) facts.push({ label: 'Wird gelöscht', value: time(of.delete_at) });
  return (
    <dl className="house-panel customer-facts">
      {facts.map(({ label, value, more }) => (
        <div key={label}>
          <dt className="muted">{label}</dt>
          <dd>
            <b className="num">{value}</b>
            {more && <small className="muted">{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function termsFact({ accepted, missing }: NonNullable<Customer['terms']>): Fact {
  const more = [
    accepted && `akzeptiert am ${day(accepted.at)}`,
    missing && `Fassung ${missing} noch nicht`,
  ];
  return {
    label: 'Bedingungen',
    value: accepted ? `Fassung ${accepted.number}` : 'keine',
    more: more.filter(Boolean).join(', '),
  };
}

/** How a state looks; the others are plain. */
const TONES: Record<string, BadgeTone> = {
  aktiv: 'success',
  gutgeschrieben: 'success',
  geplant: 'info',
  gesperrt: 'danger',
  abgelehnt: 'danger',
  offen: 'warning',
  abgelaufen: 'warning',
};

/** What the time of a row is, where it is not when it came. */
const TIME_LABELS: Partial<Record<CardTab, string>> = { inserate: 'Läuft bis' };

interface RowsProps extends Pick<CardProps, 'tab' | 'number'> {
  accountId: number;
}

function Rows({ accountId, tab, number }: RowsProps) {
  const { rights } = useMe();
  const [held, setHeld] = useState<HeldObject | null>(null);
  const { query, table, pages } = usePagedList(
    customerTab,
    { account_id: String(accountId), tab, ...(number !== undefined && { number }) },
    CARD_SORTS,
  );
  const timeLabel = TIME_LABELS[tab] ?? 'Zeit';
  return (
    <Loaded query={query}>
      {() => (
        <>
          {query.data!.rows.length === 0 ? (
            <p className="house-state">Nichts da.</p>
          ) : (
            <Table
              {...table}
              caption={CARD_TABS[tab]}
              updates
              rows={query.data!.rows}
              keyOf={({ key }) => key}
              columns={[
                {
                  label: 'Was',
                  sort: 'title',
                  cell: ({ path, title, number }) =>
                    path ? (
                      <HouseLink to={path}>
                        <b>{title}</b> {number}
                      </HouseLink>
                    ) : (
                      <>
                        <b>{title}</b> <span className="muted">{number}</span>
                      </>
                    ),
                },
                {
                  label: 'Zustand',
                  sort: 'state',
                  cell: ({ state }) => state && <Badge tone={TONES[state]}>{state}</Badge>,
                },
                {
                  label: timeLabel,
                  sort: 'at',
                  cell: ({ at }) => at && <span className="num nowrap">{time(at)}</span>,
                },
                { label: 'Mehr', cell: ({ detail }) => detail },
                {
                  label: 'Vom Netz nehmen',
                  silent: true,
                  number: true,
                  cell: ({ holdable }) =>
                    holdable &&
                    rights.includes('hold.set') && (
                      <IconButton
                        icon={CirclePause}
                        label={`Vom Netz nehmen: ${thingName(holdable)}`}
                        tipSide="left"
                        onClick={() => setHeld(holdable)}
                      />
                    ),
                },
              ]}
            />
          )}
          <PageButtons of={pages} inPanel />
          {held && <HoldDialog of={held} onClose={() => setHeld(null)} />}
        </>
      )}
    </Loaded>
  );
}
