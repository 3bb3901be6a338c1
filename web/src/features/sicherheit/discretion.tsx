import { setNeutral, useNeutral } from '../../lib/page/neutral.ts';
import { setStaysLoggedIn, useStaysLoggedIn } from '../../lib/session/quick-exit.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { SettingRow } from '../../ui/switch.tsx';

/** What this device shows of the portal, and how it is left (ACC-60, ACC-61). */
export function DiscretionCard() {
  return (
    <Card aria-labelledby="h-diskretion">
      <CardHead title="Diskretion" id="h-diskretion" />
      <p className="sm muted below-3">Gilt auf diesem Gerät, auch nach dem Abmelden.</p>
      <SettingRow
        label="Neutral auf diesem Gerät"
        help="Der Tab und die installierte App heissen «Notizen» und haben ein graues Symbol. Die Adresse bleibt sichtbar."
        checked={useNeutral()}
        onChange={(event) => setNeutral(event.target.checked)}
      />
      <SettingRow
        label="Nach «Schnell weg» angemeldet bleiben"
        help="«Schnell weg» oben auf jeder Seite, oder dreimal Esc, zeigt sofort leere Notizen und meldet dich ab. Eingeschaltet bleibst du angemeldet."
        checked={useStaysLoggedIn()}
        onChange={(event) => setStaysLoggedIn(event.target.checked)}
      />
    </Card>
  );
}
