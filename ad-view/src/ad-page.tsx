import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { reachableNowText } from '@samtrot/shared/inserate/reachable.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { Contact } from './contact.tsx';
import { Description } from './description.tsx';
import { Gallery } from './gallery.tsx';
import { Hours } from './hours.tsx';
import { Icon } from './icons.tsx';
import type { AdLinks } from './links.ts';
import { Place } from './place.tsx';
import { imageLabel, placeOf } from './text.ts';
import type { Covering } from './video.tsx';

interface Props extends Covering {
  ad: DeliveredAd;
  links: AdLinks;
  /** Whether somebody can be reached, and whether it was updated today. */
  now: Date;
}

/** The page of one ad. */
export function AdPage({ ad, links, now, ...covering }: Props) {
  const reached = reachableNowText(ad.erreichbar, now);
  const categories = ad.categories.map(({ name }) => name).join(', ');
  return (
    <article className={ad.farbe ? 'detail farbe' : 'detail'}>
      <div className="detail-m">
        <Gallery name={ad.name} images={ad.images} videos={ad.videos} {...covering} />
        <div className="detail-b">
          <Marks ad={ad} links={links} now={now} />
          <h1 className="h1">{ad.name}</h1>
          <p className="muted">{[placeOf(ad), categories].filter(Boolean).join(' · ')}</p>
          <p className="lead">{ad.titel}</p>
          <Description html={ad.beschreibung_html} />
          {ad.offerings.length > 0 && (
            <section aria-labelledby="angebot">
              <h2 className="h3" id="angebot">
                Angebot
              </h2>
              <ul className="offers">
                {ad.offerings.map(({ id, name }) => (
                  <li className="badge" key={id}>
                    {name}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <dl className="facts">
            <Fact name="Regionen" values={ad.cantons.map(({ name }) => name)} />
            <Fact name="Sprachen" values={ad.sprachen.map(languageName)} />
          </dl>
        </div>
      </div>
      <div className="detail-s">
        <Contact ad={ad} links={links} reached={reached} />
        <Hours erreichbar={ad.erreichbar} reached={reached} now={now} />
        <Place ad={ad} map={links.map} />
        <a className="report" href={links.report} rel="nofollow">
          <Icon name="flag" />
          Inserat melden
        </a>
      </div>
    </article>
  );
}

function Marks({ ad, links, now }: Pick<Props, 'ad' | 'links' | 'now'>) {
  const label = imageLabel(ad);
  const updated = new Date(ad.updated_at);
  const isToday = localDate(updated) === localDate(now);
  return (
    <div className="marks">
      {ad.topad && (
        <span className="tag-top">
          <Icon name="pin" />
          TopAd
        </span>
      )}
      {ad.story && (
        <a className="tag-story" href={links.story}>
          <Icon name="story" />
          <span>{ad.story.title || 'Story'}</span>
          <span className="sr">ansehen</span>
        </a>
      )}
      {label && <span className="badge badge-outline">{label}</span>}
      <span className={isToday ? 'badge badge-new' : 'badge badge-outline'}>
        <Icon name="refresh" />
        {isToday ? 'Heute aktualisiert' : `Aktualisiert ${formatDate(updated)}`}
      </span>
    </div>
  );
}

const languages = new Intl.DisplayNames('de', { type: 'language' });
const languageName = (code: string): string => languages.of(code) ?? code;

function Fact({ name, values }: { name: string; values: string[] }) {
  if (values.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{values.join(', ')}</dd>
    </div>
  );
}
