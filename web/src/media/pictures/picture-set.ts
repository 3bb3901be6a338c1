import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Rating, Reach } from '@samtrot/shared/media/rules.ts';
import type { Upload } from '../upload.ts';

/** The pictures of one ad or one club with what may be done to them. */
export interface PictureSet {
  images: readonly ImageSource[];
  uploads: readonly Upload[];
  /** How many there are with those on their way. */
  count: number;
  /** `attachment_id` of those that are on their way out. */
  deleting: ReadonlySet<number>;
  /** What was taken out of the last picture; empty when nothing was. */
  removed: string;
  add(files: readonly File[]): void;
  takeBack(key: number): void;
  resume(key: number): void;
  /** What is deleted can be undone: it is asked about first, unless that is switched off. */
  restorable?: boolean;
  delete(image: ImageSource): Promise<void>;
  sort(sorted: readonly ImageSource[]): Promise<void>;
  /** Another file in the place of a picture. */
  replacing?: {
    replace(image: ImageSource, file: File): void;
    /** `attachment_id` of the picture that an upload replaces. */
    placeOf(upload: Upload): number | undefined;
  };
  /** Of pictures that somebody rates (EXP-53, EXP-54). */
  rating?: Ratings;
}

export interface Ratings {
  reach: Reach;
  rate(image: ImageSource, rating: Rating): Promise<void>;
  /** Whether the first picture is asked about. */
  asking: boolean;
  answer(rating: Rating): void;
  /** Nothing was said: the pictures wait. */
  dismiss(): void;
}
