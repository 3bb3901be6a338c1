import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { useState } from 'react';
import { useUploadSlot } from '../../media/upload-slot.ts';
import type { ClubEditor } from './use-club-editor.ts';

interface Options {
  item: ClubEditor;
  initial: readonly ImageSource[];
  /** The list shows them too. */
  onChanged: () => void;
  onSessionEnded: () => void;
}

/**
 * The pictures of a club: saved at once, independent of the rest of the form. What is done with
 * them comes with their section (`use-picture-set.ts`).
 */
export function useClubPictures(options: Options) {
  const [images, setImages] = useState(options.initial);
  return { ...options, ...useUploadSlot<Options>(), images, setImages };
}

export type ClubPictures = ReturnType<typeof useClubPictures>;
