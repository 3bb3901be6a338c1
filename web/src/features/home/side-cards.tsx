import { discountPercent } from '@samtrot/shared/accounts/rules.ts';
import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { CardHead } from '../../ui/card.tsx';
import './side-cards.css';
import '../../ui/badge.css';
import '../../ui/card.css';

const SHOWN_SITES = 8;

/** HOM-21 to HOM-23. */
export function DiscountCard({ account }: { account: Account }) {
  const percent = discountPercent(account.user_meta.benutzerrabatt_prozent);
  return (
    <section className="card" data-slot="discount-card" aria-labelledby="h-rabatt">
      <CardHead title="Aktionen und Rabatte" id="h-rabatt" />
      {percent > 0 ? (
        <div className="row">
          <span className="big-number nowrap pct num">{percent}&nbsp;%</span>
          <p className="sm muted">Rabatt auf alle Aufladungen. Wird automatisch abgezogen.</p>
        </div>
      ) : (
        <p className="sm muted">Keine Aktionen oder Rabatte aktiv</p>
      )}
    </section>
  );
}

/** The partner websites that show ads now; each opens in a new tab (HOM-24 to HOM-26). */
export function PartnerCard({ account, title }: { account: Account; title: string }) {
  const [all, setAll] = useState(false);
  const sites = account.webseiten.filter(({ status }) => status === 'on');
  return (
    <section className="card" data-slot="partner-list" aria-labelledby="h-sites">
      <CardHead title={title} id="h-sites">
        {sites.length > 0 && <span className="badge badge-aktiv num">{sites.length} online</span>}
      </CardHead>
      {sites.length === 0 ? (
        <p className="sm muted">Zurzeit ist keine Partner-Webseite online.</p>
      ) : (
        <ul className="sites">
          {sites.slice(0, all ? undefined : SHOWN_SITES).map(({ name, url }) => (
            <li key={url}>
              <a
                href={safeUrl(url)}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`${name}, online, öffnet in neuem Tab`}
              >
                <span className="dot" aria-hidden />
                <span className="truncate">{name}</span>
                <ArrowUpRight className="i push subtle" aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      )}
      {sites.length > SHOWN_SITES && !all && (
        <Button variant="link" size="sm" className="above-1" onClick={() => setAll(true)}>
          Alle {sites.length} anzeigen
        </Button>
      )}
    </section>
  );
}

const safeUrl = (url: string) => (/^https?:\/\//i.test(url) ? url : undefined);
