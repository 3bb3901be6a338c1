import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Upload } from '../upload-queue.ts';

/**
 * The pictures of one ad or one club with what may be done to them; pictures that nobody rates have
 * no `rate`.
 */
export interface PictureSet {
  images: readonly ImageSource[];
  uploads: readonly Upload[];
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
  rate?(image: ImageSource, rating: Rating): Promise<void>;
}
