import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { formatPhone } from '@samtrot/shared/kernel/format.ts';
import { Icon } from './icons.tsx';
import type { AdLinks } from './links.ts';
import { phoneLink, smsLink, webLink } from './text.ts';

/** A link to another site through an address of this site, which counts the click. */
export function Homepage({ address, link }: { address: string | null; link: string }) {
  const homepage = address && webLink(address);
  if (!homepage) return null;
  return (
    <a className="btn btn-secondary btn-block" href={link} rel={AWAY}>
      <Icon name="globe" />
      <span className="host">{homepage.host}</span>
    </a>
  );
}

const AWAY = 'noopener noreferrer nofollow sponsored ugc';

interface Props {
  ad: DeliveredAd;
  links: AdLinks;
  /** `Jetzt erreichbar …`, or null. */
  reached: string | null;
}

/**
 * The contact ways that the advertiser has switched on; plain links, so they work without a
 * script. The browser (`ping`) or the website's script reports a press on the telephone. On a
 * phone they are a bar at the bottom of the window.
 */
export function Contact({ ad, links, reached }: Props) {
  const { telefon, sms, whatsapp, homepage } = ad;
  if (!telefon && !whatsapp && !homepage) return null;
  return (
    <section className="panel contact" aria-labelledby="kontakt">
      <h2 className="h3" id="kontakt">
        Kontakt
      </h2>
      {reached && <p className="reached">{reached}</p>}
      {(telefon || whatsapp) && (
        <div className="ways">
          {telefon && (
            <a className="btn btn-primary btn-lg call" href={phoneLink(telefon)} ping={links.phone}>
              <Icon name="phone" />
              <span className="for-phones">Anrufen</span>
              <span className="for-windows">{formatPhone(telefon)}</span>
            </a>
          )}
          {whatsapp && (
            <a className="btn btn-secondary" href={links.whatsapp} rel={AWAY}>
              <Icon name="chat" />
              WhatsApp
            </a>
          )}
          {telefon && sms && (
            <a
              className="btn btn-secondary sms"
              href={smsLink(telefon)}
              ping={links.sms}
              aria-label="SMS schreiben"
            >
              <Icon name="message" />
              <span className="sms-word">SMS</span>
            </a>
          )}
        </div>
      )}
      <Homepage address={homepage} link={links.homepage} />
    </section>
  );
}
