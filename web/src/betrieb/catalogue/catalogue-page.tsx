import { LISTS, listsOf } from '@samtrot/shared/catalogue/shape-rules.ts';
import { draftCatalogue, getCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useHouseTitle, useList, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { useChange } from '../use-change.tsx';
import { CatalogueDraft } from './catalogue-draft.tsx';
import { CatalogueEffect } from './catalogue-effect.tsx';
import { CatalogueRelease } from './catalogue-release.tsx';
import { type Catalogue, CatalogueTable } from './catalogue-table.tsx';
import { isPast, VersionList } from './version-list.tsx';
import './catalogue.css';
import '../page.css';

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
  const draft = async () => {
    const made: number[] = [];
    if (await run(draftCatalogue, { list }, ({ number }) => void made.push(number))) open(made[0]!);
  };
  return (
    <>
      <div className="catalogue-main">
        <VersionList
          versions={versions}
          shown={shown}
          path={`/katalog/${list}`}
          past="bleiben lesbar, Buchungen behalten ihre Fassung"
          busy={busy}
          onDraft={draft}
        />
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
