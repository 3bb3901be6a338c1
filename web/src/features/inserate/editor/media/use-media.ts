import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Rating, Reach } from '@samtrot/shared/media/rules.ts';
import { useState } from 'react';
import { inOrder } from '../../../../media/pictures/in-order.ts';
import { isMoving, isOpen } from '../../../../media/upload.ts';
import { useUploadSlot } from '../../../../media/upload-slot.ts';
import type { UploadOptions } from '../../../../media/use-uploads.ts';
import type { InseratNumber } from '../use-number.ts';
import { useProgress } from './use-progress.ts';
import { useRatingQuestion } from './use-rating-question.ts';

type AdMedia = Pick<Inserat, 'imageSources' | 'videoSources' | 'story_image' | 'story_video'>;

interface Options {
  number: InseratNumber;
  /** The media of the ad; undefined until the account knows it. */
  saved: AdMedia | undefined;
  /** Decides on the server how many a draft may have. */
  packageId: PackageId;
  limits: { images: number; videos: number };
  reach: Reach;
  reload: () => Promise<void>;
  /** For the question before deleting, which a slow response does not keep open. */
  reloadSoon: () => Promise<void>;
  onSessionEnded: () => void;
}

const NOTHING: AdMedia = {
  imageSources: [],
  videoSources: [],
  story_image: null,
  story_video: null,
};

/**
 * Pictures, videos and story of the ad in the editor: saved ones and uploads. What is done with
 * them comes with their sections (`use-images.ts`, `use-videos.ts`, `use-story.ts`).
 */
export function useMedia({ saved = NOTHING, ...options }: Options) {
  const inseratId = options.number.id;
  const [story_video = null, ...current] = useProgress(
    inseratId,
    [saved.story_video, ...saved.videoSources],
    options.reload,
  );
  const images = useShownImages(saved.imageSources);
  const videos = useUploadSlot<UploadOptions>();
  const story = useUploadSlot<UploadOptions>();
  const resume = (places: readonly Pick<typeof story, 'slot'>[]) => {
    for (const { slot } of places) slot.queue?.resume();
  };
  const question = useRatingQuestion(saved.imageSources, () => resume([images, story]));
  const places = [images, videos, story];
  const films = [...videos.uploads, ...story.uploads].some(isMoving);
  return {
    ...options,
    inseratId,
    question,
    /** What pictures on their way will show, as far as somebody has said it. */
    pendingRating: question.known,
    images,
    videos: { ...videos, videos: current.filter((video) => video !== null) },
    story: { ...story, story_image: saved.story_image, story_video },
    /** Pictures that did not arrive and wait to be tried again. */
    failed: images.uploads.filter(({ state }) => state === 'stopped').length,
    /** Uploads that would be lost with the page, running or paused. */
    unsaved: places.some(({ uploads }) => uploads.some(isOpen)),
    /** The label of what an ad placed now would lack; empty for nothing. */
    busy: images.uploads.some(isMoving) ? 'Bilder laden …' : films ? 'Video lädt …' : '',
    goOn: () => {
      question.askAgain();
      resume(places);
    },
  };
}

export type Media = ReturnType<typeof useMedia>;

/** The pictures as somebody has just put and rated them, before the server has answered. */
function useShownImages(saved: readonly ImageSource[]) {
  const place = useUploadSlot<UploadOptions>();
  const [rated, setRated] = useState<ReadonlyMap<number, Rating>>(new Map());
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const images = inOrder(saved, ({ attachment_id }) => attachment_id, order).map((image) => ({
    ...image,
    rating: rated.get(image.attachment_id) ?? image.rating,
  }));
  return { ...place, images, setRated, setOrder };
}
