import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { Icon } from './icons.tsx';
import { phoneLink, phoneText, smsLink, webLink, whatsappLink } from './words.ts';

/** Every way to reach the advertiser that she has switched on; plain links, so they work without a script. */
export function Contact({ ad }: { ad: DeliveredAd }) {
  const homepage = ad.homepage && webLink(ad.homepage);
  return (
    <div className="contact">
      {ad.telefon && (
        <a className="btn btn-primary btn-lg call" href={phoneLink(ad.telefon)}>
          <Icon name="phone" />
          {phoneText(ad.telefon)}
        </a>
      )}
      {ad.telefon && ad.sms && (
        <a className="btn btn-secondary" href={smsLink(ad.telefon)}>
          <Icon name="message" />
          SMS schreiben
        </a>
      )}
      {ad.whatsapp && (
        <a className="btn btn-secondary" href={whatsappLink(ad.whatsapp)} rel="noopener noreferrer">
          <Icon name="chat" />
          WhatsApp
        </a>
      )}
      {homepage && (
        <a className="btn btn-secondary" href={homepage.href} rel="noopener noreferrer nofollow sponsored ugc">
          <Icon name="globe" />
          <span className="host">{homepage.host}</span>
        </a>
      )}
    </div>
  );
}

export function Address({ adresse }: { adresse: NonNullable<DeliveredAd['adresse']> }) {
  const { strasse, zusatz, plz, ort, land } = adresse;
  const lines = [strasse, zusatz, [plz, ort].filter(Boolean).join(' '), land === 'Schweiz' ? '' : land].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <address className="address">
      <Icon name="map" />
      <span>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </address>
  );
}
