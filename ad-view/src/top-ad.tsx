import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { faceOf } from './face.ts';
import { Icon } from './icons.tsx';
import type { AdLinks } from './links.ts';
import { Picture } from './picture.tsx';
import { SaveButton } from './save-button.tsx';
import { beginning, imageLabel, phoneLink, placeOf } from './text.ts';

interface Props {
  ad: DeliveredAd;
  links: AdLinks;
  /** In the first viewport: its picture is not lazy-loaded. */
  first: boolean;
}

const details = (ad: DeliveredAd) => [placeOf(ad), imageLabel(ad)].filter(Boolean).join(' · ');

/** An ad above the others of a list. */
export function TopAd({ ad, links, first }: Props) {
  return (
    <article className="velvet top">
      <div className="folds" aria-hidden="true" />
      <div className="top-ph">
        <Picture
          image={faceOf(ad)}
          alt={`Bild von ${ad.name}`}
          sizes="(min-width: 900px) 248px, 116px"
          first={first}
        />
        <SaveButton ad={ad} />
      </div>
      <div className="top-b">
        <span className="tag-top">
          <Icon name="pin" />
          TopAd
        </span>
        <h2 className="h1">
          <a href={links.page}>{ad.name}</a>
        </h2>
        <p className="v-muted">{details(ad)}</p>
        <p className="tx">
          <b>{ad.titel}</b> {beginning(ad.beschreibung, 160)}
        </p>
        <div className="row">
          <a
            className="btn btn-velvet"
            href={links.page}
            aria-label={`Inserat ansehen: ${ad.name}, ${ad.titel}`}
          >
            Inserat ansehen
          </a>
          {ad.telefon && (
            <a
              className="btn btn-velvet-ghost"
              href={phoneLink(ad.telefon)}
              ping={links.phone}
              aria-label={`Anrufen: ${ad.name}, ${ad.titel}`}
            >
              <Icon name="phone" />
              Anrufen
            </a>
          )}
        </div>
      </div>
    </article>
  );
}

/** A further TopAd, in the row beside the panel. */
export function SmallTopAd({ ad, links, first }: Props) {
  const label = imageLabel(ad);
  return (
    <article className="mini">
      <Picture
        image={faceOf(ad)}
        alt={`Bild von ${ad.name}`}
        sizes="(min-width: 900px) 200px, 104px"
        first={first}
      />
      <span className="tag-top">
        <Icon name="pin" />
        TopAd
      </span>
      <div className="mini-b">
        <h2>
          <a href={links.page}>{ad.name}</a>
        </h2>
        <p>{placeOf(ad)}</p>
        {label && <p className="mini-l">{label}</p>}
      </div>
    </article>
  );
}
