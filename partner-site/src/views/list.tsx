import type { DeliveredAd, ListsAnswer } from '@samtrot/shared/delivery/contract.ts';
import { type Banners, listPath, type Search } from '../pages.ts';
import { BannerPicture, TextLinks } from './banner.tsx';
import { Phone } from './contact.tsx';
import { Icon } from './icons.tsx';
import { Picture } from './picture.tsx';
import { StoryRow } from './story.tsx';
import { beginning, imageLabel, inCanton, phoneLink, placeOf } from './text.ts';
import { posterOf } from './video.tsx';

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
        <TopAd key={ad.id} ad={ad} first={index === 0} />
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
        <Listing key={ad.id} ad={ad} first={index < first} />
      ))}
    </section>
  );
}

const details = (ad: DeliveredAd) => [placeOf(ad), imageLabel(ad)].filter(Boolean).join(' · ');

const faceOf = ({ images: [image], videos: [video] }: DeliveredAd) =>
  image ?? (video && posterOf(video));

function TopAd({ ad, first }: { ad: DeliveredAd; first: boolean }) {
  const further = ad.images.slice(1, 3);
  return (
    <article className="velvet top">
      <div className="folds" aria-hidden="true" />
      <Picture
        image={faceOf(ad)}
        alt={`Bild von ${ad.name}`}
        sizes="(min-width: 900px) 312px, 100vw"
        first={first}
      />
      <div className="top-b">
        <span className="tag-top">
          <Icon name="pin" />
          TopAd
        </span>
        <h2 className="h1">{ad.name}</h2>
        <p className="v-muted">{details(ad)}</p>
        <p className="tx">
          <b>{ad.titel}</b> {beginning(ad.beschreibung, 160)}
        </p>
        <div className="row">
          <a className="btn btn-velvet" href={`/inserat/${ad.id}`}>
            Inserat ansehen
          </a>
          {ad.telefon && (
            <Phone
              section="inserat"
              id={ad.id}
              className="btn btn-velvet-ghost"
              href={phoneLink(ad.telefon)}
            >
              <Icon name="phone" />
              Anrufen
            </Phone>
          )}
        </div>
      </div>
      {further.length > 0 && (
        <div className="top-x">
          {further.map((image, index) => (
            <Picture
              key={Object.values(image.urls)[0] ?? index}
              image={image}
              alt=""
              sizes="176px"
            />
          ))}
        </div>
      )}
    </article>
  );
}

function Listing({ ad, first }: { ad: DeliveredAd; first: boolean }) {
  const label = imageLabel(ad);
  return (
    <article className={ad.farbe ? 'li farbe' : 'li'}>
      <div className="li-ph">
        <Picture
          image={faceOf(ad)}
          alt={`Bild von ${ad.name}`}
          sizes="(min-width: 1240px) 300px, (min-width: 900px) 33vw, 50vw"
          first={first}
        />
        {ad.story && (
          <span className="li-story">
            <Icon name="story" />
            Story
          </span>
        )}
        {ad.images.length + ad.videos.length > 0 && (
          <span className="cnt">
            {ad.images.length > 0 && <Count icon="image" name="Bilder" count={ad.images.length} />}
            {ad.videos.length > 0 && <Count icon="film" name="Videos" count={ad.videos.length} />}
          </span>
        )}
      </div>
      <div className="li-b">
        <div className="li-n">
          <h2>
            <a href={`/inserat/${ad.id}`}>{ad.name}</a>
          </h2>
          <span className="sm muted">{placeOf(ad)}</span>
        </div>
        <p className="li-t">{ad.titel}</p>
        <div className="li-f">
          {label && <span className="badge badge-outline">{label}</span>}
          {ad.telefon && (
            <Phone
              {...{
                section: 'inserat',
                id: ad.id,
                className: 'icon-btn',
                href: phoneLink(ad.telefon),
              }}
              aria-label={`${ad.name} anrufen`}
              title="Anrufen"
            >
              <Icon name="phone" />
            </Phone>
          )}
        </div>
      </div>
    </article>
  );
}

function Count({ icon, name, count }: { icon: 'image' | 'film'; name: string; count: number }) {
  return (
    <>
      <Icon name={icon} />
      <span className="sr">{name}: </span>
      {count}
    </>
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
