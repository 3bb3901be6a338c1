import { endView } from '@samtrot/shared/customers/help-contract.ts';
import { Eye } from 'lucide-react';
import { call } from '../lib/api/call.ts';
import { viewedCard } from '../lib/session/viewed.ts';
import { Button } from '../ui/button.tsx';
import './view-bar.css';

/** Above every page of hers that somebody of the house reads (BOF-78). */
export function ViewBar() {
  const end = async () => {
    // Also without an answer: the view ends by itself.
    await call(endView, {}, undefined, { at: '/betrieb/api' }).catch(() => {});
    location.replace(viewedCard);
  };
  return (
    <section className="view-bar" aria-label="Ansicht der Kundin">
      <Eye className="i" aria-hidden />
      <p>
        <b>Ansicht der Kundin – nur lesen</b> <span>Endet nach 15 Minuten.</span>
      </p>
      <Button size="sm" onClick={() => void end()}>
        Beenden
      </Button>
    </section>
  );
}
