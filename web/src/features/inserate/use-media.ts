import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { Reach } from '@samtrot/shared/media/rules.ts';
import { useRef } from 'react';
import { isMoving, isOpen } from '../../media/upload-queue.ts';
import { type MediaOptions, useImages } from './use-images.ts';
import { useRatingQuestion } from './use-rating-question.ts';
import { useStory } from './use-story.ts';
import { useProgress, useVideos } from './use-videos.ts';

type AdMedia = Pick<Inserat, 'imageSources' | 'videoSources' | 'story_image' | 'story_video'>;

interface Options extends MediaOptions {
  /** The media of the ad; undefined until the account knows it. */
  saved: AdMedia | undefined;
  limits: { images: number; videos: number };
  reach: Reach;
  reloadSoon: () => Promise<void>;
}

const NOTHING: AdMedia = {
  imageSources: [],
  videoSources: [],
  story_image: null,
  story_video: null,
};

/** Pictures, videos and story of the ad in the editor: saved ones and uploads. */
export function useMedia({ saved = NOTHING, limits, reach, reloadSoon, ...options }: Options) {
  const { number, reload } = options;
  const inseratId = number.id;
  const [story_video = null, ...current] = useProgress(
    inseratId,
    [saved.story_video, ...saved.videoSources],
    reload,
  );
  const goOn = useRef(() => {});
  const question = useRatingQuestion(saved.imageSources, () => goOn.current());
  const images = useImages({
    ...options,
    images: saved.imageSources,
    limit: limits.images,
    reach,
    question,
  });
  const videos = useVideos({
    ...options,
    limit: limits.videos,
    videos: current.filter((video) => video !== null),
  });
  const story = useStory({
    ...options,
    reloadSoon,
    story: { story_image: saved.story_image, story_video },
    question,
  });
  const queues = [images, videos, story];
  goOn.current = () => {
    for (const queue of [images, story]) queue.resume();
  };
  const films = videos.uploads.some(isMoving) || story.uploads.some(isMoving);
  return {
    inseratId,
    /** What pictures on their way will show, as far as somebody has said it. */
    pendingRating: question.known,
    images,
    videos,
    story,
    limits,
    /** Pictures that did not arrive and wait to be tried again. */
    failed: images.uploads.filter(({ state }) => state === 'stopped').length,
    /** Uploads that would be lost with the page, running or paused. */
    unsaved: queues.some(({ uploads }) => uploads.some(isOpen)),
    /** The label of what an ad placed now would lack; empty for nothing. */
    busy: images.uploads.some(isMoving) ? 'Bilder laden …' : films ? 'Video lädt …' : '',
    goOn: () => {
      for (const queue of queues) queue.resume();
    },
  };
}

export type Media = ReturnType<typeof useMedia>;
