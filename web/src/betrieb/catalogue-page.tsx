import { LISTS, listsOf } from '@samtrot/shared/catalogue/shape-rules.ts';
import { draftCatalogue, getCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  CalendarClock,
  CircleCheck,
  Clock,
  History,
  type LucideIcon,
  PencilLine,
  Plus,
} from 'lucide-react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useHouseTitle, useList, useMe } from './api.ts';
import { CatalogueDraft } from './catalogue-draft.tsx';
import { CatalogueEffect } from './catalogue-effect.tsx';
import { CatalogueRelease } from './catalogue-release.tsx';
import { CatalogueTable } from './catalogue-table.tsx';
import { HouseLink } from './link.tsx';
import { Loaded } from './list-state.tsx';
import { useChange } from './use-change.tsx';
import './catalogue.css';
import './page.css';

export type Catalogue = Output<typeof getCatalogue>;
export type Version = Catalogue['versions'][number];

const STATES: Record<Version['state'], { label: string; tone: BadgeTone; icon: LucideIcon }> = {
  draft: { label: 'Entwurf', tone: 'neutral', icon: PencilLine },
  submitted: { label: 'Vorgelegt', tone: 'warning', icon: Clock },
  coming: { label: 'Kommt', tone: 'info', icon: CalendarClock },
  valid: { label: 'Gilt jetzt', tone: 'success', icon: CircleCheck },
  replaced: { label: 'Abgelöst', tone: 'neutral', icon: History },
  declined: { label: 'Abgelehnt', tone: 'neutral', icon: History },
};
const isPast = ({ state }: Version) => state === 'replaced' || state === 'declined';

/** «Katalog»: each list with what is valid, what comes and what was (BOF-109). */
export function CataloguePage() {
  useHouseTitle('Katalog');
  const { role } = useMe();
  const { list: wanted, version } = useParams({ strict: false }) as {
    list?: string;
    version?: string;
  };
  const lists = listsOf(role);
  const list = wanted === undefined ? lists[0]! : lists.find((one) => one === wanted);
  return (
    <>
      <div className="catalogue-head">
        <h1 className="h1">Katalog</h1>
        <p className="muted">Preise, Listen und Regeln, mit Datum der Gültigkeit</p>
      </div>
      <div className="catalogue">
        <nav className="house-panel catalogue-lists" aria-label="Listen">
          {lists.map((one) => (
            <HouseLink
              key={one}
              to={`/katalog/${one}`}
              aria-current={one === list ? 'page' : undefined}
            >
              {LISTS[one].label}
            </HouseLink>
          ))}
        </nav>
        {list ? (
          <List key={list} list={list} wanted={version} />
        ) : (
          <p className="house-state">Diese Liste gibt es nicht.</p>
        )}
      </div>
    </>
  );
}

function List({ list, wanted }: { list: Catalogue['list']; wanted: string | undefined }) {
  const query = useList(getCatalogue, { list });
  return <Loaded query={query}>{() => <Versions of={query.data!} wanted={wanted} />}</Loaded>;
}

function Versions({ of, wanted }: { of: Catalogue; wanted: string | undefined }) {
  const { list, versions } = of;
  const navigate = useNavigate();
  const { run, busy, dialog } = useChange();
  const open = (number: number) => void navigate({ to: `/katalog/${list}/${number}` as never });
  const shown =
    wanted === undefined
      ? (versions.find((one) => !isPast(one) && one.state !== 'valid') ??
        versions.find(({ state }) => state === 'valid'))
      : versions.find(({ number }) => String(number) === wanted);
  const past = versions.filter(isPast);
  const draft = async () => {
    const made: number[] = [];
    if (await run(draftCatalogue, { list }, ({ number }) => void made.push(number))) open(made[0]!);
  };
  return (
    <>
      <div className="catalogue-main">
        <ul className="catalogue-versions" aria-label="Fassungen">
          {versions
            .filter((one) => !isPast(one))
            .map((one) => (
              <VersionCard key={one.version_id} of={one} list={list} chosen={one === shown} />
            ))}
          {past.length > 0 && (
            <li className={clsx('catalogue-version', past.includes(shown!) && 'is-chosen')}>
              <Badge icon={History}>Frühere</Badge>
              <b>
                {past.map(({ number }, at) => (
                  <span key={number}>
                    {at > 0 && ', '}
                    <HouseLink
                      to={`/katalog/${list}/${number}`}
                      aria-current={number === shown?.number ? 'page' : undefined}
                      aria-label={`Fassung ${number}`}
                      className="catalogue-past"
                    >
                      {number}
                    </HouseLink>
                  </span>
                ))}
              </b>
              <small className="muted">bleiben lesbar, Buchungen behalten ihre Fassung</small>
            </li>
          )}
          <li className="catalogue-new">
            <Button icon={Plus} busy={busy} onClick={draft}>
              Entwurf
            </Button>
          </li>
        </ul>
        {!shown && <p className="house-state">Diese Fassung gibt es nicht.</p>}
        {shown?.state === 'draft' && (
          <CatalogueDraft key={shown.version_id} list={list} of={shown} all={versions} />
        )}
        {shown && shown.state !== 'draft' && (
          <CatalogueTable list={list} of={shown} all={versions} />
        )}
      </div>
      {shown && !isPast(shown) && shown.state !== 'valid' && (
        <aside>
          <CatalogueEffect list={list} of={shown} />
          <CatalogueRelease of={shown} />
        </aside>
      )}
      {shown && (isPast(shown) || shown.state === 'valid') && (
        <aside>
          <CatalogueRelease of={shown} />
        </aside>
      )}
      {dialog}
    </>
  );
}

function VersionCard({
  of,
  list,
  chosen,
}: {
  of: Version;
  list: Catalogue['list'];
  chosen: boolean;
}) {
  const { label, tone, icon } = STATES[of.state];
  return (
    <li className={clsx('catalogue-version', chosen && 'is-chosen')}>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <HouseLink
        to={`/katalog/${list}/${of.number}`}
        className="panes-link"
        aria-current={chosen ? 'page' : undefined}
      >
        Fassung {of.number}
      </HouseLink>
      <small className="muted">{aboutVersion(of)}</small>
    </li>
  );
}

/** When it counts, who made it and who released it. */
export function aboutVersion(of: Version): string {
  const author = of.submitted_by ?? of.created_by;
  if (!author) return of.state === 'valid' ? 'seit Beginn, mit dem Portal' : 'mit dem Portal';
  const at = of.valid_from ? new Date(of.valid_from) : null;
  const when = {
    draft: () => `geändert ${formatDateTime(new Date(of.changed_at))}`,
    submitted: () => `ab ${formatDateTime(at!)}`,
    coming: () => `ab ${formatDateTime(at!)}`,
    valid: () => `seit ${formatDate(at!)}`,
    replaced: () => `ab ${formatDate(at!)}`,
    declined: () => 'abgelehnt',
  }[of.state]();
  const released = of.decided_by && of.state !== 'draft' && of.state !== 'submitted';
  const word = of.state === 'declined' ? 'nein' : 'frei';
  return `${when} · ${author}${released ? `, ${word}: ${of.decided_by}` : ''}`;
}
