import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { placeText } from '@samtrot/shared/inserate/place.ts';
import { Icon } from './icons.tsx';
import { mapQuery } from './text.ts';

type Lines = NonNullable<DeliveredAd['adresse']>;

export function Address({ adresse: { strasse, zusatz, plz, ort, land } }: { adresse: Lines }) {
  const lines = [strasse, zusatz, placeText({ plz, ort }), land === 'Schweiz' ? '' : land].filter(
    Boolean,
  );
  if (lines.length === 0) return null;
  return (
    <address className="address">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

/** As much of the place as the advertiser has chosen to say; a map is a link and nothing more. */
export function Place({ ad, map }: { ad: DeliveredAd; map: string }) {
  const { adresse, standort, cantons, name, telefon } = ad;
  return (
    <section className="panel" aria-labelledby="ort">
      <h2 className="h3" id="ort">
        Ort
      </h2>
      <div className="place">
        <span className="place-i">
          <Icon name="map" />
        </span>
        <div>
          {adresse ? (
            <Address adresse={adresse} />
          ) : (
            <>
              <p className="strong">
                {standort ? placeText(standort) : cantons.map((canton) => canton.name).join(', ')}
              </p>
              <p className="sm muted">
                {standort ? 'Die genaue Adresse' : 'Den genauen Ort'}{' '}
                {telefon ? `sagt ${name} am Telefon.` : `sagt dir ${name}.`}
              </p>
            </>
          )}
          {mapQuery(ad) && (
            <a className="link sm map" href={map} rel="noopener noreferrer nofollow">
              In der Karten-App öffnen
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
