import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { reachableNowText, reachableText } from '@samtrot/shared/inserate/reachable.ts';
import { formatDate } from '@samtrot/shared/kernel/time.ts';
import { Address, Contact } from './contact.tsx';
import { Description } from './description.tsx';
import { Gallery } from './gallery.tsx';
import { Icon } from './icons.tsx';
import type { AdLinks } from './links.ts';
import { imageLabel, placeOf } from './text.ts';
import { type Covering, Video } from './video.tsx';

interface Props extends Covering {
  ad: DeliveredAd;
  links: AdLinks;
  /** Whether somebody can be reached. */
  now: Date;
}

/** The page of one ad. */
export function AdPage({ ad, links, now, ...covering }: Props) {
  const label = imageLabel(ad);
  const hours = reachableText(ad.erreichbar);
  const reached = reachableNowText(ad.erreichbar, now);
  return (
    <>
      <a className="back" href={links.list}>
        <Icon name="back" />
        Alle Inserate
      </a>
      <article className={ad.farbe ? 'detail farbe' : 'detail'}>
        <div className="detail-m">
          {(ad.images.length > 0 || ad.videos.length === 0) && (
            <Gallery name={ad.name} images={ad.images} />
          )}
          <Videos ad={ad} {...covering} />
        </div>
        <div className="detail-b">
          {(ad.topad || ad.story) && (
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
            </div>
          )}
          <h1 className="h1">{ad.name}</h1>
          <p className="muted">{placeOf(ad)}</p>
          <p className="lead">{ad.titel}</p>
          {reached && <p className="reached">{reached}</p>}
          <Contact ad={ad} links={links} />
          {ad.adresse && <Address adresse={ad.adresse} />}
          <Description html={ad.beschreibung_html} />
          <dl className="facts">
            {hours && <Fact name="Erreichbar" values={[hours]} />}
            <Fact name="Regionen" values={ad.cantons.map(({ name }) => name)} />
            <Fact name="Kategorien" values={ad.categories.map(({ name }) => name)} />
            <Fact name="Sprachen" values={ad.sprachen.map(languageName)} />
            <Fact name="Angebote" values={ad.offerings.map(({ name }) => name)} />
            {label && <Fact name="Bilder" values={[label]} />}
            <Fact name="Aktualisiert" values={[formatDate(new Date(ad.lifted_at))]} />
          </dl>
          <a className="report" href={links.report} rel="nofollow">
            <Icon name="flag" />
            Inserat melden
          </a>
        </div>
      </article>
    </>
  );
}

const languages = new Intl.DisplayNames('de', { type: 'language' });
const languageName = (code: string): string => languages.of(code) ?? code;

function Videos({ ad, ...covering }: Covering & { ad: DeliveredAd }) {
  if (ad.videos.length === 0) return null;
  return (
    <section className="videos" aria-label="Videos">
      {ad.videos.map((video, index) => (
        <Video
          key={video.poster}
          video={video}
          name={`Video ${index + 1} von ${ad.name}`}
          {...covering}
        />
      ))}
    </section>
  );
}

function Fact({ name, values }: { name: string; values: string[] }) {
  if (values.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{values.join(', ')}</dd>
    </div>
  );
}
