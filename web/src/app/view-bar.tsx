import { Eye } from 'lucide-react';
import { viewedCard } from '../lib/session/viewed.ts';
import { Button } from '../ui/button.tsx';
import './view-bar.css';

/** Above every page of hers that somebody of the house reads (BOF-78). */
export function ViewBar() {
  // Her card in the back office ends the view.
  const end = () => location.replace(`${viewedCard}?ende`);
  return (
    <section className="view-bar" aria-label="Ansicht der Kundin">
      <Eye className="i" aria-hidden />
      <p>
        <b>Ansicht der Kundin – nur lesen</b> <span>Endet nach 15 Minuten.</span>
      </p>
      <Button size="sm" onClick={end}>
        Beenden
      </Button>
    </section>
  );
}
