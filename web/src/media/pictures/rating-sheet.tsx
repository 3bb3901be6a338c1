import { RATINGS, type Rating, type Reach } from '@samtrot/shared/media/rules.ts';
import { Check } from 'lucide-react';
import { Sheet } from '../../ui/sheet.tsx';
import './picture-gallery.css';
import '../../ui/sheet.css';

export const RATING_LABELS: Record<Rating, string> = {
  jugendfrei: 'Jugendfrei',
  erotisch: 'Erotisch',
  explizit: 'Explizit',
};

const SENTENCES: Record<Rating, string> = {
  jugendfrei: 'Angezogen, für alle Augen.',
  erotisch: 'In Wäsche, oder nackte Haut ist nur zu erahnen.',
  explizit: 'Unbedeckt.',
};

/** «7 von 9 Webseiten»; empty where there are none. */
export function reachText(reach: Reach, rating: Rating): string {
  if (reach.of === 0) return '';
  return `${reach[rating]} von ${reach.of} ${reach.of === 1 ? 'Webseite' : 'Webseiten'}`;
}

interface Props {
  open: boolean;
  title: string;
  /** Null until somebody has chosen. */
  rating: Rating | null;
  reach: Reach;
  onRate: (rating: Rating) => void;
  onClose: () => void;
}

/** What a picture shows, with what follows from it. A press chooses; who asked closes it. */
export function RatingSheet({ open, title, rating, reach, onRate, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div role="radiogroup" aria-label={title}>
        {RATINGS.map((value) => (
          // biome-ignore lint/a11y/useSemanticElements: the items of a sheet act at once and close it
          <button
            key={value}
            type="button"
            role="radio"
            aria-checked={value === rating}
            className="sheet-item"
            onClick={() => onRate(value)}
          >
            <span className="rating-item">
              <span className="block strong">{RATING_LABELS[value]}</span>
              <span className="block help">
                {SENTENCES[value]}
                {reach.of > 0 && ` Zu sehen auf ${reachText(reach, value)}.`}
              </span>
            </span>
            {value === rating && <Check className="i end" aria-hidden />}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
