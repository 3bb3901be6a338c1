import type { DeliveredImage, DeliveredVideo } from '@samtrot/shared/delivery/contract.ts';
import { Icon } from './icons.tsx';
import { Picture } from './picture.tsx';
import { webFile } from './text.ts';
import { type Covering, Video } from './video.tsx';

interface Props extends Partial<Covering> {
  name: string;
  images: DeliveredImage[];
  videos?: DeliveredVideo[];
}

/** Beside each other on a wide screen; all of them open over the page. */
const IN_MOSAIC = 3;
const LARGE = 'gross';

/**
 * Pictures and videos that are swiped, on a wide screen a mosaic; a picture opens all of them over
 * the page. Works without a script; that of the website adds keys, pinching and the way back.
 */
export function Gallery({ name, images, videos = [], veiled = false, unveil }: Props) {
  const count = images.length + videos.length;
  if (count === 0) return <Picture image={undefined} alt="" sizes="100vw" />;
  return (
    <section
      className={`gallery gallery-${Math.min(images.length, IN_MOSAIC)}`}
      aria-label={videos.length > 0 ? 'Bilder und Videos' : 'Bilder'}
    >
      <ul className="slides">
        {images.map((image, index) => (
          <li className="slide" key={largest(image)}>
            <button
              type="button"
              className="slide-open"
              popoverTarget={LARGE}
              aria-label={`Bild ${index + 1} von ${images.length} gross zeigen`}
            >
              <Picture
                image={image}
                alt={`Bild ${index + 1} von ${name}`}
                sizes="(min-width: 900px) 480px, 100vw"
                first={index === 0}
              />
            </button>
            <Position at={index + 1} count={count} />
            {images.length > 1 && index === Math.min(images.length, IN_MOSAIC) - 1 && (
              <button type="button" className="btn btn-secondary gallery-all" popoverTarget={LARGE}>
                <Icon name="images" />
                {`Alle ${images.length} Bilder`}
              </button>
            )}
          </li>
        ))}
        {videos.map((video, index) => (
          <li className="slide slide-film" key={video.poster}>
            <Video
              video={video}
              name={`Video ${index + 1} von ${name}`}
              veiled={veiled}
              unveil={unveil}
            />
            <Position at={images.length + index + 1} count={count} />
          </li>
        ))}
      </ul>
      {veiled && images.length > 0 && <div className="gallery-unveil">{unveil}</div>}
      {images.length > 0 && <Large name={name} images={images} unveil={veiled && unveil} />}
    </section>
  );
}

function Large({ name, images, unveil }: Pick<Props, 'name' | 'images' | 'unveil'>) {
  return (
    <dialog className="large" id={LARGE} popover="auto" aria-label={`Bilder von ${name}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys */}
      <ul className="large-slides" tabIndex={0} aria-label="Bilder in Gross">
        {images.map((image, index) => (
          <li key={largest(image)}>
            <img
              className="photo"
              src={largest(image)}
              width={image.width}
              height={image.height}
              alt={`Bild ${index + 1} von ${name}`}
              loading="lazy"
              decoding="async"
            />
            <Position at={index + 1} count={images.length} />
          </li>
        ))}
      </ul>
      {unveil && <div className="large-unveil">{unveil}</div>}
      <button
        type="button"
        className="icon-btn large-close"
        popoverTarget={LARGE}
        popoverTargetAction="hide"
        aria-label="Schliessen"
      >
        <Icon name="x" />
      </button>
      {images.length > 1 && (
        <>
          {/* The script says here which picture is seen. */}
          <p className="sr" role="status" />
          <button
            type="button"
            className="icon-btn large-step"
            data-step="-1"
            aria-label="Vorheriges Bild"
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className="icon-btn large-step"
            data-step="1"
            aria-label="Nächstes Bild"
          >
            <Icon name="right" />
          </button>
        </>
      )}
    </dialog>
  );
}

/** The counter on a slide; there is nothing to count with one. */
const Position = ({ at, count }: { at: number; count: number }) =>
  count > 1 ? (
    <span className="cnt" aria-hidden="true">
      {at} / {count}
    </span>
  ) : null;

function largest({ urls }: DeliveredImage): string {
  const [, url = ''] = Object.entries(urls).sort(([a], [b]) => Number(b) - Number(a))[0] ?? [];
  return webFile(url);
}
