import { ExternalLink } from 'lucide-react';
import type { Account } from '../../../lib/session/session.ts';
import { iconButtonClass } from '../../../ui/icon-button.tsx';
import '../../../ui/icon-button.css';
import '../../../ui/sheet.css';

/** The page of an ad on the first website that shows it. */
export type AdPlace = Account['ad_pages'][number];

/** Nothing of the portal goes along: neither the window nor where the visitor comes from. */
const AWAY = { target: '_blank', rel: 'noopener noreferrer' };

/** In the foot of a card. */
export const LookAtIcon = ({ page: { inserat_id, website, url } }: { page: AdPlace }) => (
  <a
    {...AWAY}
    href={url}
    className={iconButtonClass()}
    data-tip={`Ansehen auf ${website}`}
    data-tip-side="below"
    aria-label={`Inserat ${inserat_id} ansehen auf ${website}, neues Fenster`}
  >
    <ExternalLink className="i" aria-hidden />
  </a>
);

/** The same in the sheet of a phone. */
export const LookAtItem = ({ page, onLeave }: { page: AdPlace; onLeave: () => void }) => (
  <a {...AWAY} href={page.url} className="sheet-item" data-slot="sheet-item" onClick={onLeave}>
    <ExternalLink className="i" aria-hidden />
    Ansehen
    <span className="end">{page.website}</span>
    <span className="sr">, neues Fenster</span>
  </a>
);
