import { Homepage } from '@samtrot/ad-view/contact.tsx';
import { Gallery } from '@samtrot/ad-view/gallery.tsx';
import { Icon } from '@samtrot/ad-view/icons.tsx';
import { Picture } from '@samtrot/ad-view/picture.tsx';
import { Address } from '@samtrot/ad-view/place.tsx';
import { phoneLink } from '@samtrot/ad-view/text.ts';
import type { DeliveredClub, ListsAnswer } from '@samtrot/partner';
import { formatPhone } from '@samtrot/shared/kernel/format.ts';
import {
  type Banners,
  type ClubSearch,
  clubsPath,
  contactPath,
  type Frame,
  reportPath,
} from '../pages.ts';
import { BannerPicture, TextLinks } from './banner.tsx';
import { openText, week } from './openings.ts';
import { inCanton } from './text.ts';

interface Props {
  clubs: DeliveredClub[];
  next: string | null;
  search: ClubSearch;
  cantons: ListsAnswer['cantons'];
  banners: Banners;
  now: Date;
}

export function ClubsPage({ clubs, next, search, cantons, banners, now }: Props) {
  const canton = cantons.find(({ id }) => id === search.kanton);
  return (
    <>
      {banners.top && <BannerPicture banner={banners.top} />}
      <div className="p-title">
        <div>
          <h1 className="h1">
            {canton ? `Clubs ${inCanton(canton.name)}` : 'Clubs in der Schweiz'}
          </h1>
          <p className="muted">Neueste zuerst</p>
        </div>
        <search>
          {/* Back in the history the choice is the one of the address. */}
          <form className="find find-club" method="get" action="/clubs" autoComplete="off">
            <select
              className="select"
              name="kanton"
              aria-label="Kanton"
              defaultValue={search.kanton}
            >
              <option value="">Alle Kantone</option>
              {cantons.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <button type="submit" className="btn btn-primary">
              <Icon name="search" />
              Suchen
            </button>
          </form>
        </search>
      </div>
      {clubs.length === 0 ? (
        <Empty narrowed={search.kanton !== ''} />
      ) : (
        <section className="grid grid-club" aria-label="Clubs">
          {clubs.map((club, index) => (
            <Card key={club.id} club={club} first={index < 2} now={now} />
          ))}
        </section>
      )}
      {(search.weiter || next) && (
        <nav className="further" aria-label="Seiten">
          {search.weiter && (
            <a className="btn btn-secondary" href={clubsPath({ kanton: search.kanton })}>
              Zum Anfang
            </a>
          )}
          {next && (
            <a
              className="btn btn-secondary"
              href={clubsPath({ ...search, weiter: next })}
              rel="next"
            >
              Weitere Clubs
            </a>
          )}
        </nav>
      )}
      <TextLinks banners={banners.links} />
    </>
  );
}

const placeOf = ({ adresse, canton }: DeliveredClub): string =>
  [...new Set([adresse?.ort, canton?.name])].filter(Boolean).join(', ');

function Card({ club, first, now }: { club: DeliveredClub; first: boolean; now: Date }) {
  const open = openText(club.oeffnungszeiten, now);
  return (
    <article className="li li-club">
      <div className="li-ph">
        <Picture
          image={club.images[0]}
          alt={`Bild von ${club.name}`}
          sizes="(min-width: 1240px) 400px, (min-width: 900px) 50vw, 100vw"
          first={first}
        />
      </div>
      <div className="li-b">
        <div className="li-n">
          <h2>
            <a href={`/club/${club.id}`}>{club.name}</a>
          </h2>
          <span className="sm muted">{placeOf(club)}</span>
        </div>
        <p className="li-t">{club.titel}</p>
        <div className="li-f">
          {open && (
            <span className="sm muted open">
              <Icon name="clock" />
              {open}
            </span>
          )}
          {club.telefon && (
            <a
              className="icon-btn"
              href={phoneLink(club.telefon)}
              ping={contactPath('club', club.id, 'telefon')}
              aria-label={`${club.name} anrufen`}
              title="Anrufen"
            >
              <Icon name="phone" />
            </a>
          )}
        </div>
      </div>
    </article>
  );
}

export function ClubPage({ club, frame }: { club: DeliveredClub; frame: Frame }) {
  const open = openText(club.oeffnungszeiten, frame.now);
  return (
    <>
      <a className="back" href="/clubs">
        <Icon name="back" />
        Alle Clubs
      </a>
      <article className="detail">
        <div className="detail-m">
          <Gallery name={club.name} images={club.images} />
          <div className="detail-b">
            <h1 className="h1">{club.name}</h1>
            <p className="muted">{placeOf(club)}</p>
            <p className="lead">{club.titel}</p>
            {open && (
              <p className="open">
                <Icon name="clock" />
                <b>{open}</b>
              </p>
            )}
            <div className="desc plain">{club.beschreibung}</div>
          </div>
        </div>
        <div className="detail-s">
          {(club.telefon || club.homepage) && <ClubContact club={club} />}
          {club.oeffnungszeiten.length > 0 && (
            <section className="panel" aria-labelledby="zeiten">
              <h2 className="h3" id="zeiten">
                Öffnungszeiten
              </h2>
              <dl className="hours">
                {week(club.oeffnungszeiten).map(({ day, hours }) => (
                  <div key={day}>
                    <dt>{day}</dt>
                    <dd>{hours}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          {club.adresse && (
            <section className="panel" aria-labelledby="ort">
              <h2 className="h3" id="ort">
                Ort
              </h2>
              <Address adresse={club.adresse} />
            </section>
          )}
          <a className="report" href={reportPath('club', club.id)} rel="nofollow">
            <Icon name="flag" />
            Club melden
          </a>
        </div>
      </article>
    </>
  );
}

function ClubContact({ club: { id, telefon, homepage } }: { club: DeliveredClub }) {
  return (
    <section className="panel contact" aria-labelledby="kontakt">
      <h2 className="h3" id="kontakt">
        Kontakt
      </h2>
      {telefon && (
        <div className="ways">
          <a
            className="btn btn-primary btn-lg call"
            href={phoneLink(telefon)}
            ping={contactPath('club', id, 'telefon')}
          >
            <Icon name="phone" />
            <span className="for-phones">Anrufen</span>
            <span className="for-windows">{formatPhone(telefon)}</span>
          </a>
        </div>
      )}
      <Homepage address={homepage} link={contactPath('club', id, 'homepage')} />
    </section>
  );
}

function Empty({ narrowed }: { narrowed: boolean }) {
  return (
    <div className="empty">
      <div className="empty-art" aria-hidden="true" />
      <h2 className="h2">Keine Clubs gefunden</h2>
      <p className="muted">
        {narrowed ? 'Suche in der ganzen Schweiz.' : 'Schau bald wieder vorbei.'}
      </p>
      {narrowed && (
        <a className="btn btn-secondary" href="/clubs">
          Alle Clubs zeigen
        </a>
      )}
    </div>
  );
}
