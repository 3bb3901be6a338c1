import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { LifeBuoy, ShieldCheck, Wallet } from 'lucide-react';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { HoldPanel } from '../listing/hold-panel.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card, CardHead } from '../ui/card.tsx';

/** In place of every page that a held account does not open. */
export function HeldAccount({ hold }: { hold: Hold }) {
  useTitle('Konto gesperrt');
  const { credits } = useAccount();
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="h1">Dein Konto ist gesperrt</h1>
          <p>Was du veröffentlicht hast, steht zurzeit auf keiner Webseite.</p>
        </div>
      </div>
      <HoldPanel hold={hold} inEditor />
      <Card aria-labelledby="h-offen" className="above-5">
        <CardHead title="Das ist weiterhin für dich da" id="h-offen" />
        <p>
          Dein Guthaben bleibt dir: <b className="num">{formatCredits(credits)}</b>.
        </p>
        <div className="row wrap above-4 hold-acts">
          <ButtonLink to="/guthaben" icon={Wallet}>
            Guthaben und Belege
          </ButtonLink>
          <ButtonLink to="/profil/sicherheit" icon={ShieldCheck}>
            Sicherheit und deine Daten
          </ButtonLink>
          <ButtonLink to="/dashboard/kontakt" icon={LifeBuoy}>
            Uns schreiben
          </ButtonLink>
        </div>
      </Card>
    </>
  );
}
