import type { DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { Icon } from './icons.tsx';
import { Picture } from './picture.tsx';
import { webFile } from './text.ts';

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
          <li className="slide" id={`bild-${number}`} key={number}>
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
          {images.map(({ image, number }) => (
            <a
              className="thumb"
              key={number}
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
