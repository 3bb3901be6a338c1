import { LEVEL_LABELS, type Level } from '@samtrot/shared/moderation/review-rules.ts';
import { ChevronDown, ChevronsUp, ChevronUp } from 'lucide-react';
import './reviews.css';

const ICONS = { high: ChevronsUp, medium: ChevronUp, low: ChevronDown } as const;

/** «Hoch 80», with an icon beside the colour. */
export function LevelMark({ level, points }: { level: Level; points: number }) {
  const Icon = ICONS[level];
  return (
    <span className={`review-level review-${level}`}>
      <Icon className="i" aria-hidden />
      {LEVEL_LABELS[level]} {points}
    </span>
  );
}
