import { latePart } from '../editor/late-part.tsx';
import type { ItemNotesProps } from './item-notes.tsx';

/** Loaded beside an item of which something is to be said; of few it is. */
export const ItemNotesLater = latePart<ItemNotesProps>(() =>
  import('./item-notes.tsx').then((code) => code.ItemNotes),
);
