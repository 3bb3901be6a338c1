import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate, formatDayTime, formatNumber } from '@samtrot/shared/kernel/format.ts';
import * as contract from '@samtrot/shared/partners/desk-contract.ts';
import { HOOK_LABELS, SWITCH_REASON_MAX } from '@samtrot/shared/partners/desk-rules.ts';
import * as people from '@samtrot/shared/partners/people-contract.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { CircleCheck, CircleSlash, Globe, Power } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useHouseTitle, useList, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { Table } from '../table.tsx';
import { useChange } from '../use-change.tsx';
import { DeskProvider, type Website } from './partner-desk.tsx';
import { PartnerKeys } from './partner-keys.tsx';
import { PartnerLinks } from './partner-links.tsx';
import { HOOK_TONES, PartnerMessages } from './partner-messages.tsx';
import { PartnerPeople } from './partner-people.tsx';
import { PartnerReceipts } from './partner-receipts.tsx';
import { PartnerRules } from './partner-rules.tsx';
import { PartnerTraffic } from './partner-traffic.tsx';
import '../page.css';
import '../panes.css';
import './partners-page.css';

const CALLS = { ...contract, ...people };

type Listed = Output<typeof contract.getPartners>['websites'][number];

/** «Partner»: the websites that show ads, and one of them (BOF-118). */
export function PartnersPage() {
  useHouseTitle('Partner');
  const navigate = useNavigate();
  const { rights } = useMe();
  const { id } = useParams({ strict: false }) as { id?: string };
  const query = useList(contract.getPartners, {});
  const [adding, setAdding] = useState(false);
  const websites = query.data?.websites ?? [];
  const on = websites.filter((one) => one.on).length;
  return (
    <>
      <div className="house-head">
        <div>
          <h1 className="h1">Partner</h1>
          {query.data && (
            <p className="muted">
              {websites.length === 1 ? '1 Webseite' : `${websites.length} Webseiten`}, {on} an
            </p>
          )}
        </div>
        {rights.includes('partner.manage') && (
          <Button variant="primary" icon={Globe} onClick={() => setAdding(true)}>
            Webseite aufnehmen
          </Button>
        )}
      </div>
      <div className={clsx('partner-grid', id !== undefined && 'is-open')}>
        <section className="house-panel" aria-label="Webseiten">
          <Loaded query={query}>
            {() =>
              websites.length === 0 ? (
                <p className="house-state">Noch keine Webseite.</p>
              ) : (
                <WebsiteTable rows={websites} />
              )
            }
          </Loaded>
        </section>
        {id !== undefined && <Partner key={id} id={id} />}
      </div>
      {adding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false);
            void navigate({ to: `/partner/${added}` as never });
          }}
        />
      )}
    </>
  );
}

const hostOf = (url: string) => url.replace(/^https?:\/\//, '');

const OnBadge = ({ on }: { on: boolean }) => (
  <Badge tone={on ? 'success' : 'neutral'} icon={on ? CircleCheck : CircleSlash}>
    {on ? 'An' : 'Aus'}
  </Badge>
);

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

function shows({ ads, clubs }: Listed): string {
  const parts = [counted(ads, 'Inserat', 'Inserate'), counted(clubs, 'Club', 'Clubs')];
  return parts.filter(Boolean).join(', ') || 'nichts';
}

const WebsiteTable = ({ rows }: { rows: readonly Listed[] }) => (
  <Table
    caption="Webseiten"
    rows={rows}
    keyOf={({ website_id }) => website_id}
    columns={[
      {
        label: 'Webseite',
        sortBy: ({ name }) => name,
        cell: ({ website_id, name, url }) => (
          <span className="partner-name">
            <HouseLink to={`/partner/${website_id}`}>
              <b>{name}</b>
            </HouseLink>
            <small className="muted">{hostOf(url)}</small>
          </span>
        ),
      },
      { label: 'Status', sortBy: ({ on }) => Number(on), cell: ({ on }) => <OnBadge on={on} /> },
      {
        label: 'Nimmt an',
        wide: true,
        sortBy: ({ accepts }) => accepts,
        cell: ({ accepts }) => `bis ${accepts}`,
      },
      { label: 'Zeigt', sortBy: ({ ads, clubs }) => ads + clubs, cell: shows },
      {
        label: 'Aufrufe 7 Tage',
        number: true,
        sortBy: ({ views }) => views,
        cell: ({ views }) => formatNumber(views),
      },
      {
        label: 'Meldeweg',
        sortBy: ({ dead }) => dead,
        cell: ({ hook, dead }) => (
          <Badge tone={HOOK_TONES[hook]}>
            {hook === 'failed' ? `${dead} gescheitert` : HOOK_LABELS[hook]}
          </Badge>
        ),
      },
      {
        label: 'Zuletzt gelesen',
        wide: true,
        sortBy: ({ read_at }) => read_at,
        cell: ({ read_at }) => (read_at ? formatDayTime(new Date(read_at)) : 'nie'),
      },
      {
        label: 'Offen',
        number: true,
        sortBy: ({ open_receipts }) => open_receipts,
        cell: ({ open_receipts }) => open_receipts,
      },
    ]}
  />
);

/** Everything about one website; the same panels as its own people have. */
function Partner({ id }: { id: string }) {
  const { rights } = useMe();
  const query = useList(contract.getPartner, { website_id: id });
  return (
    <Loaded query={query}>
      {() => (
        <DeskProvider
          value={{
            calls: CALLS,
            of: query.data!,
            mayManage: rights.includes('partner.manage'),
            mayKeys: rights.includes('partner.key'),
          }}
        >
          <div className="partner-side">
            <HouseLink to="/partner" className="panes-back">
              Alle Webseiten
            </HouseLink>
            <About of={query.data!} />
            <PartnerKeys />
            <PartnerPeople />
            <PartnerRules />
            <PartnerLinks />
            <PartnerReceipts />
          </div>
          <div>
            <PartnerMessages />
            <PartnerTraffic />
          </div>
        </DeskProvider>
      )}
    </Loaded>
  );
}

function About({ of }: { of: Website }) {
  const { rights } = useMe();
  const [asking, setAsking] = useState(false);
  const { on, name, since, website_id } = of;
  return (
    <section className="house-panel" aria-labelledby="webseite">
      <h2 id="webseite">
        {name} <OnBadge on={on} />
      </h2>
      <dl className="house-facts">
        <div>
          <dt>Adresse</dt>
          <dd>{of.url}</dd>
        </div>
        <div>
          <dt>Zeigt höchstens</dt>
          <dd>{of.accepts}</dd>
        </div>
        <div>
          <dt>Zeigt</dt>
          <dd>{shows(of)}</dd>
        </div>
        {since && (
          <div>
            <dt>{on ? 'An seit' : 'Aus seit'}</dt>
            <dd>{formatDate(new Date(since))}</dd>
          </div>
        )}
      </dl>
      {rights.includes('partner.manage') && (
        <div className="house-state">
          <Button size="sm" icon={Power} onClick={() => setAsking(true)}>
            {on ? 'Ausschalten' : 'Einschalten'}
          </Button>
        </div>
      )}
      {asking && (
        <ReasonDialog
          title={on ? `${name} ausschalten?` : `${name} einschalten?`}
          description={
            on
              ? 'Ihre Schlüssel gelten sofort nicht mehr, neue Banner sind dort nicht wählbar. Laufende Banner bekommen die restlichen Tage als Credits zurück.'
              : 'Sie wird wieder beliefert und ist für neue Banner wählbar. Frühere Banner kommen nicht von selbst zurück.'
          }
          act={on ? 'Ausschalten' : 'Einschalten'}
          danger={on}
          help="Er steht im Protokoll."
          max={SWITCH_REASON_MAX}
          onClose={() => setAsking(false)}
          onAct={(run, reason) => run(contract.switchPartner, { website_id, on: !on, reason })}
        />
      )}
    </section>
  );
}

interface AddProps {
  onClose: () => void;
  onAdded: (websiteId: number) => void;
}

function AddDialog({ onClose, onAdded }: AddProps) {
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [name, setName] = useState('');
  const [url, setUrl] = useState('https://');
  return (
    <>
      <ConfirmDialog
        open
        title="Welche Webseite aufnehmen?"
        description="Sie ist sofort an. Beliefert wird sie, sobald sie einen Schlüssel hat."
        safe="Zurück"
        act="Aufnehmen"
        busy={busy}
        onClose={onClose}
        onAct={() =>
          void run(contract.addPartner, { name, url }, ({ website_id }) => onAdded(website_id))
        }
      >
        <div className="house-form">
          <Field label="Name" error={errors.name}>
            <Input
              value={name}
              maxLength={80}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Field
            label="Adresse"
            help="Genau so, wie Browser sie zeigen, ohne Pfad"
            error={errors.url}
          >
            <Input
              value={url}
              inputMode="url"
              maxLength={500}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setUrl(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
