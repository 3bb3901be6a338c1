import type { DeliveredAd, DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { formatDate } from '@samtrot/shared/kernel/time.ts';
import { type Frame, reportPath, type StoryAd } from '../pages.ts';
import { Address, Contact } from './contact.tsx';
import { Description } from './description.tsx';
import { Icon } from './icons.tsx';
import { Picture } from './picture.tsx';
import { StoryMark } from './story.tsx';
import { imageLabel, placeOf, webFile } from './text.ts';
import { Video } from './video.tsx';

export function DetailPage({ ad, frame }: { ad: DeliveredAd; frame: Frame }) {
  const label = imageLabel(ad);
  return (
    <>
      <a className="back" href="/">
        <Icon name="back" />
        Alle Inserate
      </a>
      <article className={ad.farbe ? 'detail farbe' : 'detail'}>
        <div className="detail-m">
          {(ad.images.length > 0 || ad.videos.length === 0) && (
            <Gallery name={ad.name} images={ad.images} />
          )}
          <Videos ad={ad} frame={frame} />
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
              {hasStory(ad) && <StoryMark ad={ad} />}
            </div>
          )}
          <h1 className="h1">{ad.name}</h1>
          <p className="muted">{placeOf(ad)}</p>
          <p className="lead">{ad.titel}</p>
          <Contact ad={ad} />
          {ad.adresse && <Address adresse={ad.adresse} />}
          <Description html={ad.beschreibung_html} />
          <dl className="facts">
            <Fact name="Regionen" values={ad.cantons.map(({ name }) => name)} />
            <Fact name="Kategorien" values={ad.categories.map(({ name }) => name)} />
            <Fact name="Sprachen" values={ad.sprachen.map(languageName)} />
            <Fact name="Angebote" values={ad.offerings.map(({ name }) => name)} />
            {label && <Fact name="Bilder" values={[label]} />}
            <Fact name="Aktualisiert" values={[formatDate(new Date(ad.lifted_at))]} />
          </dl>
          <a className="report" href={reportPath('inserat', ad.id)} rel="nofollow">
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

/**
 * A gallery that is swiped, with thumbnails that scroll to a picture; each opens over the page.
 * Works without a script.
 */
export function Gallery({ name, images: given }: { name: string; images: DeliveredImage[] }) {
  if (given.length === 0) return <Picture image={undefined} alt="" sizes="100vw" />;
  const images = given.map((image, index) => ({ image, number: index + 1, file: largest(image) }));
  return (
    <section className="gallery" aria-label="Bilder">
      <ul className="slides">
        {images.map(({ image, number, file }) => (
          <li className="slide" id={`bild-${number}`} key={file}>
            <button
              type="button"
              className="slide-open"
              popoverTarget={`gross-${number}`}
              aria-label={`Bild ${number} von ${given.length} gross zeigen`}
            >
              <Picture
                image={image}
                alt={`Bild ${number} von ${name}`}
                sizes="(min-width: 900px) 560px, 100vw"
                first={number === 1}
              />
            </button>
            <div
              className="large"
              id={`gross-${number}`}
              popover="auto"
              role="dialog"
              aria-label={`Bild ${number} von ${given.length}`}
            >
              <img
                className="photo"
                src={file}
                alt={`Bild ${number} von ${name}`}
                loading="lazy"
                decoding="async"
              />
              <button
                type="button"
                className="icon-btn large-close"
                popoverTarget={`gross-${number}`}
                popoverTargetAction="hide"
                // biome-ignore lint/a11y/noAutofocus: only when the picture opens over the page
                autoFocus
                aria-label="Schliessen"
              >
                <Icon name="x" />
              </button>
            </div>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <div className="thumbs">
          {images.map(({ image, number, file }) => (
            <a
              className="thumb"
              key={file}
              href={`#bild-${number}`}
              aria-label={`Bild ${number} zeigen`}
            >
              <Picture image={image} alt="" sizes="72px" />
            </a>
          ))}
        </div>
      )}
    </section>
  );
}

function largest({ urls }: DeliveredImage): string {
  const [, url = ''] = Object.entries(urls).sort(([a], [b]) => Number(b) - Number(a))[0] ?? [];
  return webFile(url);
}

const hasStory = (ad: DeliveredAd): ad is StoryAd => ad.story !== null;

function Videos({ ad, frame }: { ad: DeliveredAd; frame: Frame }) {
  if (ad.videos.length === 0) return null;
  return (
    <section className="videos" aria-label="Videos">
      {ad.videos.map((video, index) => (
        <Video
          key={video.poster}
          video={video}
          name={`Video ${index + 1} von ${ad.name}`}
          frame={frame}
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
