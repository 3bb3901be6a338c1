import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import type { AnchorHTMLAttributes } from 'react';
import { contactPath, type Section } from '../pages.ts';
import { Icon } from './icons.tsx';
import { phoneLink, phoneText, smsLink, webLink } from './text.ts';

/**
 * A plain link to the telephone; the browser (`ping`) or the script reports a press to this site.
 */
export function Phone({
  section,
  id,
  ...link
}: { section: Section; id: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...link} ping={contactPath(section, id, 'telefon')} />;
}

/** A link to another site through an address of this site, which counts the click. */
export function Homepage({
  section,
  id,
  address,
}: {
  section: Section;
  id: string;
  address: string | null;
}) {
  const homepage = address && webLink(address);
  if (!homepage) return null;
  return (
    <a className="btn btn-secondary" href={contactPath(section, id, 'homepage')} rel={AWAY}>
      <Icon name="globe" />
      <span className="host">{homepage.host}</span>
    </a>
  );
}

const AWAY = 'noopener noreferrer nofollow sponsored ugc';

/**
 * The contact ways that the advertiser has switched on; plain links, so they work without a
 * script.
 */
export function Contact({ ad }: { ad: DeliveredAd }) {
  return (
    <div className="contact">
      {ad.telefon && (
        <Phone
          section="inserat"
          id={ad.id}
          className="btn btn-primary btn-lg call"
          href={phoneLink(ad.telefon)}
        >
          <Icon name="phone" />
          {phoneText(ad.telefon)}
        </Phone>
      )}
      {ad.telefon && ad.sms && (
        <Phone
          section="inserat"
          id={ad.id}
          className="btn btn-secondary"
          href={smsLink(ad.telefon)}
        >
          <Icon name="message" />
          SMS schreiben
        </Phone>
      )}
      {ad.whatsapp && (
        <a
          className="btn btn-secondary"
          href={contactPath('inserat', ad.id, 'whatsapp')}
          rel={AWAY}
        >
          <Icon name="chat" />
          WhatsApp
        </a>
      )}
      <Homepage section="inserat" id={ad.id} address={ad.homepage} />
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
