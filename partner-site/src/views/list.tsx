import { Icon } from '@samtrot/ad-view/icons.tsx';
import type { AdCount, DeliveredAd, ListsAnswer } from '@samtrot/partner';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  type Banners,
  chosenFilters,
  isSortName,
  listPath,
  listTitle,
  type Search,
  SORTS,
  type StoryAd,
  type WayOut,
} from '../pages.ts';
import { BannerPicture, TextLinks } from './banner.tsx';
import { cardsOf, FIRST_ADS, Grid, TopAds } from './cards.tsx';
import { StoryRow } from './story.tsx';

interface Props {
  topAds: DeliveredAd[];
  ads: DeliveredAd[];
  stories: StoryAd[];
  count: AdCount;
  waysOut: WayOut[];
  next: string | null;
  search: Search;
  lists: ListsAnswer;
  banners: Banners;
  now: Date;
}

export function ListPage(page: Props) {
  const { topAds, stories, count, next, search, lists, banners } = page;
  return (
    <>
      {count.total > 0 && (
        <a className="skip" href={`#${FIRST_ADS}`}>
          Zu den Inseraten springen
        </a>
      )}
      {banners.top && <BannerPicture banner={banners.top} only="wide" />}
      <div className="p-title">
        <div>
          <h1 className="h1">{listTitle(search, lists)}</h1>
          <p className="muted" role="status">
            {pluralText(count)}
          </p>
          {count.corrected !== null && (
            <p className="muted">{correctedText(search.suche, count.corrected)}</p>
          )}
        </div>
        <search className="wide">
          <SearchForm search={search} lists={lists} />
        </search>
      </div>
      <FilterBar search={search} lists={lists} />
      <StoryRow stories={stories} kanton={search.kanton} />
      <TopAds ads={topAds} search={search} />
      {count.total === 0 && <Empty {...page} />}
      <Ads {...page} />
      {(search.weiter || next) && (
        <nav className="further" aria-label="Seiten">
          {search.weiter && (
            <a className="btn btn-secondary" href={listPath({ ...search, weiter: '' })}>
              Zum Anfang
            </a>
          )}
          {next && (
            <a
              className="btn btn-secondary"
              href={listPath({ ...search, weiter: next })}
              rel="next"
            >
              Weitere Inserate
            </a>
          )}
        </nav>
      )}
      <TextLinks banners={banners.links} />
    </>
  );
}

const counted = (count: number): string =>
  count === 1 ? '1 Inserat' : `${formatNumber(count)} Inserate`;

const pluralText = ({ total, new_today }: AdCount): string =>
  new_today > 0 ? `${counted(total)}, heute ${formatNumber(new_today)} neu` : counted(total);

/** Shows the corrected spelling, so that visitors see why these ads match. */
const correctedText = (words: string, corrected: string): string =>
  `Keine Treffer für «${words}». Gezeigt wird «${corrected}».`;

/** Number of ads before each banner between them: whole rows at nearly every width. */
const BEFORE_FIRST = 4;
const BEFORE_SECOND = 12;

function Ads({ ads, topAds, search, banners: { top, between }, now }: Props) {
  const cards = cardsOf(ads, now, { first: topAds.length === 0 ? 2 : 0, search });
  const [first, second] = [
    top && <BannerPicture banner={top} only="narrow" />,
    between && <BannerPicture banner={between} />,
  ].map((banner) => (banner ? [renderToStaticMarkup(banner)] : []));
  const parts = [
    ...cards.slice(0, BEFORE_FIRST),
    ...first!,
    ...cards.slice(BEFORE_FIRST, BEFORE_SECOND),
    ...second!,
    ...cards.slice(BEFORE_SECOND),
  ];
  return <Grid label="Inserate" cards={parts} first={topAds.length === 0} />;
}

interface FormProps extends Pick<Props, 'search' | 'lists'> {
  /** With the order; otherwise the form keeps it. */
  sorting?: boolean;
}

function SearchForm({ search, lists, sorting = false }: FormProps) {
  return (
    // Back in the history the choice is the one of the address.
    <form className="find" method="get" action="/" autoComplete="off">
      <input
        className="input"
        type="search"
        name="suche"
        aria-label="Suchwort"
        placeholder="Suchwort"
        maxLength={80}
        defaultValue={search.suche}
        enterKeyHint="search"
      />
      <select className="select" name="kanton" aria-label="Kanton" defaultValue={search.kanton}>
        <option value="">Alle Kantone</option>
        {lists.cantons.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="select"
        name="kategorie"
        aria-label="Kategorie"
        defaultValue={search.kategorie}
      >
        <option value="">Alle Kategorien</option>
        {lists.categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {sorting ? (
        <select
          className="select"
          name="sortierung"
          aria-label="Sortierung"
          defaultValue={search.sortierung}
        >
          {Object.entries(SORTS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        search.sortierung && <input type="hidden" name="sortierung" value={search.sortierung} />
      )}
      <button type="submit" className="btn btn-primary">
        <Icon name="search" />
        Suchen
      </button>
    </form>
  );
}

/** Chosen filters to take away, categories to choose, and the order; on a phone the form too. */
function FilterBar({ search, lists }: Pick<Props, 'search' | 'lists'>) {
  const chosen = chosenFilters(search, lists);
  const reset = chosen.length > 0 && (
    <a className="link reset" href={listPath({ sortierung: search.sortierung })}>
      Filter zurücksetzen
    </a>
  );
  return (
    <div className="bar">
      <details className="drop narrow" data-closes>
        <summary className="chip">
          <Icon name="sliders" />
          Filter
          {chosen.length > 0 && <b className="chip-n">{chosen.length}</b>}
        </summary>
        <div className="drop-b">
          <SearchForm search={search} lists={lists} sorting />
          {reset}
        </div>
      </details>
      <nav className="filters" aria-label="Filter">
        {chosen.map(({ name, without }) => (
          <a key={name} className="chip chip-on" href={listPath(without)}>
            {name}
            <span className="sr"> entfernen</span>
            <Icon name="x" />
          </a>
        ))}
        {lists.categories.map(({ id, name }) =>
          String(id) === search.kategorie ? null : (
            <a
              key={id}
              className="chip"
              href={listPath({ ...search, kategorie: String(id), weiter: '' })}
            >
              {name}
            </a>
          ),
        )}
      </nav>
      <div className="bar-end wide">
        {reset}
        <Sorting search={search} />
      </div>
    </div>
  );
}

function Sorting({ search }: Pick<Props, 'search'>) {
  return (
    <details className="drop" data-closes>
      <summary className="select">
        <span className="sr">Sortierung: </span>
        {SORTS[search.sortierung].label}
      </summary>
      <ul className="drop-b">
        {Object.entries(SORTS).map(([name, { label }]) => (
          <li key={name}>
            <a
              href={listPath({ ...search, sortierung: isSortName(name) ? name : '', weiter: '' })}
              aria-current={name === search.sortierung ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Empty({ search: { kanton, kategorie, suche }, waysOut }: Props) {
  const narrowed = Boolean(kanton || kategorie || suche);
  return (
    <div className="empty">
      <div className="empty-art" aria-hidden="true" />
      <h2 className="h2">Keine Inserate gefunden</h2>
      {!narrowed && <p className="muted">Schau bald wieder vorbei.</p>}
      {waysOut.map(({ without, path, left }) => (
        <a key={path} className="btn btn-secondary" href={path}>
          {`Ohne «${without}»: ${formatNumber(left)}`}
        </a>
      ))}
      {narrowed && waysOut.length === 0 && (
        <a className="btn btn-secondary" href="/">
          Alle Inserate zeigen
        </a>
      )}
    </div>
  );
}
