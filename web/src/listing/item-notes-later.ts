import { latePart } from '../editor/late-part.tsx';
import type { ItemNotesProps } from './item-notes.tsx';

/** Loaded with an item that has a hold or a pending change; few have one. */
export const ItemNotesLater = latePart<ItemNotesProps>(() =>
  import('./item-notes.tsx').then((code) => code.ItemNotes),
);
