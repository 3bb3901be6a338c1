import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { Icon } from './icons.tsx';
import type { AdLinks } from './links.ts';
import { phoneLink, phoneText, smsLink, webLink } from './text.ts';

/** A link to another site through an address of this site, which counts the click. */
export function Homepage({ address, link }: { address: string | null; link: string }) {
  const homepage = address && webLink(address);
  if (!homepage) return null;
  return (
    <a className="btn btn-secondary" href={link} rel={AWAY}>
      <Icon name="globe" />
      <span className="host">{homepage.host}</span>
    </a>
  );
}

const AWAY = 'noopener noreferrer nofollow sponsored ugc';

/**
 * The contact ways that the advertiser has switched on; plain links, so they work without a
 * script. The browser (`ping`) or the website's script reports a press on the telephone.
 */
export function Contact({ ad, links }: { ad: DeliveredAd; links: AdLinks }) {
  return (
    <div className="contact">
      {ad.telefon && (
        <a className="btn btn-primary btn-lg call" href={phoneLink(ad.telefon)} ping={links.phone}>
          <Icon name="phone" />
          {phoneText(ad.telefon)}
        </a>
      )}
      {ad.telefon && ad.sms && (
        <a className="btn btn-secondary" href={smsLink(ad.telefon)} ping={links.phone}>
          <Icon name="message" />
          SMS schreiben
        </a>
      )}
      {ad.whatsapp && (
        <a className="btn btn-secondary" href={links.whatsapp} rel={AWAY}>
          <Icon name="chat" />
          WhatsApp
        </a>
      )}
      <Homepage address={ad.homepage} link={links.homepage} />
    </div>
  );
}

export function Address({ adresse }: { adresse: NonNullable<DeliveredAd['adresse']> }) {
  const { strasse, zusatz, plz, ort, land } = adresse;
  const lines = [
    strasse,
    zusatz,
    [plz, ort].filter(Boolean).join(' '),
    land === 'Schweiz' ? '' : land,
  ].filter(Boolean);
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
