import { AdCard } from '@samtrot/ad-view/ad-card.tsx';
import { Icon } from '@samtrot/ad-view/icons.tsx';
import { TopAd } from '@samtrot/ad-view/top-ad.tsx';
import type { DeliveredAd, ListsAnswer } from '@samtrot/shared/delivery/contract.ts';
import { adLinks, type Banners, listPath, type Search } from '../pages.ts';
import { BannerPicture, TextLinks } from './banner.tsx';
import { StoryRow } from './story.tsx';
import { inCanton } from './text.ts';

interface Props {
  ads: DeliveredAd[];
  corrected: string | null;
  next: string | null;
  search: Search;
  lists: ListsAnswer;
  banners: Banners;
}

export function ListPage({ ads, corrected, next, search, lists, banners }: Props) {
  const canton = lists.cantons.find(({ id }) => id === search.kanton);
  return (
    <>
      {banners.top && <BannerPicture banner={banners.top} first />}
      <div className="p-title">
        <div>
          <h1 className="h1">
            {canton ? `Inserate ${inCanton(canton.name)}` : 'Inserate in der Schweiz'}
          </h1>
          <p className="muted">
            {search.suche ? foundWords(search.suche, corrected) : 'Neueste zuerst'}
          </p>
        </div>
        <SearchForm search={search} lists={lists} />
      </div>
      <nav className="filters" aria-label="Kategorien">
        {lists.categories.map(({ id, name }) => {
          const chosen = String(id) === search.kategorie;
          const target = listPath({ ...search, kategorie: chosen ? '' : String(id), weiter: '' });
          return (
            <a key={id} className="chip" href={target} aria-current={chosen ? 'true' : undefined}>
              {name}
            </a>
          );
        })}
      </nav>
      <StoryRow ads={ads} />
      {ads.length === 0 && <Empty search={search} />}
      <Cards ads={ads} between={banners.between} />
      <nav className="further" aria-label="Seiten">
        {search.weiter && (
          <a className="btn btn-secondary" href={listPath({ ...search, weiter: '' })}>
            Zum Anfang
          </a>
        )}
        {next && (
          <a className="btn btn-secondary" href={listPath({ ...search, weiter: next })} rel="next">
            Weitere Inserate
          </a>
        )}
      </nav>
      <TextLinks banners={banners.links} />
    </>
  );
}

/** Shows the corrected spelling, so that visitors see why these ads match. */
const foundWords = (words: string, corrected: string | null): string =>
  corrected === null
    ? `Suche nach «${words}»`
    : `Keine Treffer für «${words}». Gezeigt wird «${corrected}».`;

function SearchForm({ search, lists }: Pick<Props, 'search' | 'lists'>) {
  return (
    <search>
      {/* Back in the history the choice is the one of the address. */}
      <form className="find" method="get" action="/" autoComplete="off">
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
        <button type="submit" className="btn btn-primary">
          <Icon name="search" />
          Suchen
        </button>
      </form>
    </search>
  );
}

/** Number of ads before the banner between them: whole rows at every width. */
const BEFORE_BANNER = 12;

function Cards({ ads, between }: { ads: DeliveredAd[]; between: Banners['between'] }) {
  const [top, rest] = [ads.filter(({ topad }) => topad), ads.filter(({ topad }) => !topad)];
  return (
    <>
      {top.map((ad, index) => (
        <TopAd key={ad.id} ad={ad} links={adLinks(ad.id)} first={index === 0} />
      ))}
      <Grid ads={rest.slice(0, BEFORE_BANNER)} first={top.length === 0 ? 2 : 0} label="Inserate" />
      {between && <BannerPicture banner={between} />}
      <Grid ads={rest.slice(BEFORE_BANNER)} first={0} label="Weitere Inserate" />
    </>
  );
}

function Grid({ ads, first, label }: { ads: DeliveredAd[]; first: number; label: string }) {
  if (ads.length === 0) return null;
  return (
    <section className="grid" aria-label={label}>
      {ads.map((ad, index) => (
        <AdCard key={ad.id} ad={ad} links={adLinks(ad.id)} first={index < first} />
      ))}
    </section>
  );
}

function Empty({ search: { kanton, kategorie, suche } }: Pick<Props, 'search'>) {
  const narrowed = Boolean(kanton || kategorie);
  const help = suche
    ? `Versuche es mit einem anderen Wort${narrowed ? ' oder in der ganzen Schweiz und allen Kategorien' : ''}.`
    : narrowed
      ? 'Suche in der ganzen Schweiz oder in allen Kategorien.'
      : 'Schau bald wieder vorbei.';
  return (
    <div className="empty">
      <div className="empty-art" aria-hidden="true" />
      <h2 className="h2">Keine Inserate gefunden</h2>
      <p className="muted">{help}</p>
      {(narrowed || suche) && (
        <a className="btn btn-secondary" href="/">
          Alle Inserate zeigen
        </a>
      )}
    </div>
  );
}
