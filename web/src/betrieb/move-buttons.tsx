import { Button } from '../ui/button.tsx';

/** To the neighbours of what is open in a list, as the keys K and J do. */
export const MoveButtons = ({ onMove }: { onMove: (step: 1 | -1) => void }) => (
  <div className="house-acts">
    <Button size="sm" onClick={() => onMove(-1)}>
      Voriges <kbd aria-hidden>K</kbd>
    </Button>
    <Button size="sm" onClick={() => onMove(1)}>
      Nächstes <kbd aria-hidden>J</kbd>
    </Button>
  </div>
);
