import { latePart } from '../../editor/late-part.tsx';
import type { LowerProps } from './club-lower.tsx';

/** Loaded beside the club, so that both are there at once. */
export const ClubLower = latePart<LowerProps>(() =>
  import('./club-lower.tsx').then((code) => code.ClubLower),
);
