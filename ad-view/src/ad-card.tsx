import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { faceOf } from './face.ts';
import { Icon } from './icons.tsx';
import type { AdLinks } from './links.ts';
import { Picture } from './picture.tsx';
import { SaveButton } from './save-button.tsx';
import { imageLabel, phoneLink, placeOf } from './text.ts';

interface Props {
  ad: DeliveredAd;
  links: AdLinks;
  /** In the first viewport: its picture is not lazy-loaded. */
  first: boolean;
  /** Marked for a day after its publication. */
  isNew?: boolean;
}

/** An ad in a list. */
export function AdCard({ ad, links, first, isNew }: Props) {
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
        <SaveButton ad={ad} />
      </div>
      <div className="li-b">
        <div className="li-n">
          <h2>
            <a href={links.page}>{ad.name}</a>
          </h2>
          <span className="sm muted">{placeOf(ad)}</span>
        </div>
        <p className="li-t">{ad.titel}</p>
        <div className="li-f">
          {isNew && (
            <span className="badge badge-new">
              <Icon name="sparkle" />
              Neu
            </span>
          )}
          {label && <span className="badge badge-outline">{label}</span>}
          {ad.telefon && (
            <a
              className="icon-btn"
              href={phoneLink(ad.telefon)}
              ping={links.phone}
              aria-label={`${ad.name} anrufen: ${ad.titel}`}
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

function Count({ icon, name, count }: { icon: 'image' | 'film'; name: string; count: number }) {
  return (
    <>
      <Icon name={icon} />
      <span className="sr">{name}: </span>
      {count}
    </>
  );
}
