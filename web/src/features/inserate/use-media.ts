import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { isMoving } from '../../media/upload-queue.ts';
import { type MediaOptions, useImages } from './use-images.ts';
import { useStory } from './use-story.ts';
import { useProgress, useVideos } from './use-videos.ts';

type AdMedia = Pick<Inserat, 'imageSources' | 'videoSources' | 'story_image' | 'story_video'>;

interface Options extends MediaOptions {
  /** The media of the ad; undefined until the account knows it. */
  saved: AdMedia | undefined;
  limits: { images: number; videos: number };
  reloadSoon: () => Promise<void>;
}

const NOTHING: AdMedia = {
  imageSources: [],
  videoSources: [],
  story_image: null,
  story_video: null,
};

/** Pictures, videos and story of the ad in the editor: saved ones and uploads. */
export function useMedia({ saved = NOTHING, limits, reloadSoon, ...options }: Options) {
  const { number, reload } = options;
  const inseratId = number.id;
  const [story_video = null, ...current] = useProgress(
    inseratId,
    [saved.story_video, ...saved.videoSources],
    reload,
  );
  const images = useImages({ ...options, images: saved.imageSources, limit: limits.images });
  const videos = useVideos({
    ...options,
    limit: limits.videos,
    videos: current.filter((video) => video !== null),
  });
  const story = useStory({
    ...options,
    reloadSoon,
    story: { story_image: saved.story_image, story_video },
  });
  const queues = [images, videos, story];
  const films = videos.uploads.some(isMoving) || story.uploads.some(isMoving);
  return {
    inseratId,
    images,
    videos,
    story,
    limits,
    /** Uploads that would be lost with the page, running or paused. */
    unsaved: queues.some(({ uploads }) => uploads.length > 0),
    /** The label of what an ad placed now would lack; empty for nothing. */
    busy: images.uploads.some(isMoving) ? 'Bilder laden …' : films ? 'Video lädt …' : '',
    goOn: () => {
      for (const queue of queues) queue.resume();
    },
  };
}

export type Media = ReturnType<typeof useMedia>;
