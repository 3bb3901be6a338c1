import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { getEmbeds, getSiteReports } from '@samtrot/shared/partners/console-contract.ts';
import { Copy } from 'lucide-react';
import { useList } from '../betrieb/api.ts';
import { HouseLink } from '../betrieb/link.tsx';
import { Loaded } from '../betrieb/list-state.tsx';
import { useDesk } from '../betrieb/partners/partner-desk.tsx';
import { PartnerKeys } from '../betrieb/partners/partner-keys.tsx';
import { PartnerLinks } from '../betrieb/partners/partner-links.tsx';
import { PartnerMessages } from '../betrieb/partners/partner-messages.tsx';
import { copyText } from '../betrieb/partners/partner-once.tsx';
import { PartnerPeople } from '../betrieb/partners/partner-people.tsx';
import { PartnerReceipts } from '../betrieb/partners/partner-receipts.tsx';
import { PartnerRules } from '../betrieb/partners/partner-rules.tsx';
import { PartnerTraffic } from '../betrieb/partners/partner-traffic.tsx';
import { Table } from '../betrieb/table.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { OwnFactors } from './factors.tsx';
import { useConsoleTitle } from './me.ts';
import '../betrieb/page.css';
import './pages.css';

const Head = ({ title }: { title: string }) => (
  <div className="house-head">
    <h1 className="h1">{title}</h1>
  </div>
);

export function OverviewPage() {
  useConsoleTitle('Übersicht');
  const { of } = useDesk();
  const facts: [string, string][] = [
    ['Adresse', of.url],
    ['Zustand', of.on ? 'An' : 'Ausgeschaltet'],
    ['Zeigt höchstens', of.accepts],
    ['Inserate', formatNumber(of.ads)],
    ['Clubs', formatNumber(of.clubs)],
    ['Aufrufe, 7 Tage', formatNumber(of.views)],
    ['Zuletzt gelesen', of.read_at ? formatDayTime(new Date(of.read_at)) : 'nie'],
  ];
  return (
    <>
      <Head title={of.name} />
      {!of.on && (
        <p className="house-panel house-state" role="status">
          Die Webseite ist ausgeschaltet. Ihre Schlüssel bekommen nichts.
        </p>
      )}
      <section className="house-panel" aria-labelledby="webseite">
        <h2 id="webseite">Webseite</h2>
        <dl className="house-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <PartnerTraffic />
      <PartnerReceipts />
    </>
  );
}

export function ConnectionPage() {
  useConsoleTitle('Anschluss');
  return (
    <>
      <Head title="Anschluss" />
      <PartnerKeys />
      <PartnerMessages />
      <PartnerLinks />
    </>
  );
}

export function RulesPage() {
  useConsoleTitle('Regeln');
  return (
    <>
      <Head title="Regeln" />
      <PartnerRules />
    </>
  );
}

type Embed = Output<typeof getEmbeds>['embeds'][number];

/** The HTML of each place of banners, and what it takes up (BOF-124). */
export function BannersPage() {
  useConsoleTitle('Banner');
  const { of } = useDesk();
  const query = useList(getEmbeds, { website_id: of.website_id });
  return (
    <>
      <Head title="Banner" />
      <p className="muted">
        Setz das HTML dort in deine Seite, wo der Banner stehen soll. Er erscheint nur auf {of.url}.
        Die Vorschau zeigt, was dort jetzt läuft, und zählt nicht.
      </p>
      <Loaded query={query}>
        {() => query.data!.embeds.map((embed) => <EmbedPanel key={embed.slot} of={embed} />)}
      </Loaded>
    </>
  );
}

function EmbedPanel({ of: { slot, wanted, width, height, html, preview } }: { of: Embed }) {
  const { name, description } = BANNER_TYPES[slot];
  const id = `platz-${slot}`;
  const size = width === null ? `volle Breite × ${height} px` : `${width} × ${height} px`;
  return (
    <section className="house-panel" aria-labelledby={id}>
      <h2 id={id}>
        {name} {!wanted && <Badge tone="neutral">nicht gewünscht</Badge>}
      </h2>
      <div className="house-state house-text">
        <p className="muted">{description}</p>
        <iframe
          className="embed-place"
          title={`Vorschau: ${name}, ${size}`}
          src={preview}
          style={
            width === null ? { height } : { aspectRatio: `${width} / ${height}`, maxWidth: width }
          }
          sandbox=""
          referrerPolicy="no-referrer"
          loading="lazy"
        />
        <code className="house-secret">{html}</code>
        <Button
          size="sm"
          icon={Copy}
          aria-label={`HTML kopieren: ${name}`}
          onClick={() => copyText(html)}
        >
          HTML kopieren
        </Button>
      </div>
    </section>
  );
}

const KINDS = { inserat: 'Inserat', club: 'Club', banner: 'Banner' } as const;
const STATES = {
  open: { label: 'in Arbeit', tone: 'neutral' },
  justified: { label: 'zu Recht', tone: 'danger' },
  unjustified: { label: 'unbegründet', tone: 'success' },
} as const;

/** What visitors of the website reported; never who did. */
export function ReportsPage() {
  useConsoleTitle('Gemeldet');
  const { of } = useDesk();
  const query = useList(getSiteReports, { website_id: of.website_id });
  return (
    <>
      <Head title="Gemeldet" />
      <section className="house-panel" aria-label="Gemeldet">
        <Loaded query={query}>
          {() =>
            query.data!.reports.length === 0 ? (
              <p className="house-state">In 90 Tagen kam keine Meldung.</p>
            ) : (
              <Table
                caption="Meldungen von Besuchern deiner Webseite"
                rows={query.data!.reports}
                keyOf={({ number }) => number}
                columns={[
                  {
                    label: 'Was',
                    names: true,
                    sortBy: ({ kind, public_id }) => `${KINDS[kind]} ${public_id}`,
                    cell: ({ kind, public_id }) => (
                      <>
                        {KINDS[kind]} <code>{public_id.slice(0, 8)}</code>
                      </>
                    ),
                  },
                  { label: 'Grund', sortBy: ({ reason }) => reason, cell: ({ reason }) => reason },
                  {
                    label: 'Stand',
                    sortBy: ({ state }) => STATES[state].label,
                    cell: ({ state }) => (
                      <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
                    ),
                  },
                  {
                    label: 'Gemeldet',
                    sortBy: ({ at }) => at,
                    cell: ({ at }) => formatDayTime(new Date(at)),
                  },
                  {
                    label: 'Nummer',
                    wide: true,
                    sortBy: ({ number }) => number,
                    cell: ({ number }) => number,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </section>
    </>
  );
}

export function PeoplePage() {
  useConsoleTitle('Leute');
  return (
    <>
      <Head title="Leute" />
      <PartnerPeople />
      <OwnFactors />
    </>
  );
}

export function ConsoleNotFound() {
  useConsoleTitle('Nicht gefunden');
  return (
    <main id="inhalt" className="house-alone">
      <h1 className="h1">Diese Seite gibt es nicht</h1>
      <p>
        <HouseLink to="/">Zur Übersicht</HouseLink>
      </p>
    </main>
  );
}
