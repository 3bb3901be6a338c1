import {
  deleteInseratVideo,
  getInseratMedia,
  rateInseratMedia,
  saveInseratVideo,
  type VideoSource,
} from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { useEffect, useState } from 'react';
import { ApiError, call, useRead } from '../../lib/api/api.ts';
import { failedWith, taken } from '../../media/pictures/picture-upload.ts';
import { hasNoSession } from '../../media/upload-failure.ts';
import { useUploads } from '../../media/use-uploads.ts';
import { toast } from '../../ui/toast.tsx';
import type { MediaOptions } from './use-images.ts';
import { sortOutVideos, videoTexts } from './video-check.ts';

/** Polling interval of a video that is being rebuilt; paused while the page is hidden. */
const ASK_EVERY_MS = 2_000;

const isWaiting = ({ status }: VideoSource) => status === 'wartet' || status === 'laeuft';

/** These videos as they are now; polls the progress while one of them is being rebuilt. */
export function useProgress<V extends VideoSource | null>(
  inseratId: number,
  saved: readonly V[],
  reload: () => Promise<void>,
): V[] {
  const waiting = saved.filter((video) => video !== null && isWaiting(video));
  const { data } = useRead(
    getInseratMedia,
    { inserat_id: inseratId },
    { enabled: waiting.length > 0, staleTime: 0, refetchInterval: ASK_EVERY_MS },
  );
  const now = data
    ? [...data.videoSources, data.story_video].filter((video) => video !== null)
    : [];
  const found = (video: V) =>
    now.find((other) => other.attachment_id === video?.attachment_id) as V | undefined;
  const ended = waiting.filter((video) => {
    const current = found(video);
    return current && !isWaiting(current);
  }).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that has ended
  useEffect(() => {
    if (ended > 0) void reload();
  }, [ended]);
  return saved.map((video) => (waiting.includes(video) ? (found(video) ?? video) : video));
}

interface Options extends MediaOptions {
  videos: readonly VideoSource[];
  limit: number;
}

export function useVideos({ number, videos, limit, packageId, reload, onSessionEnded }: Options) {
  const inseratId = number.id;
  const [deleting, setDeleting] = useState<number | null>(null);
  const queue = useUploads({
    belongs: () => ({ inseratId, place: 'inserat', kind: 'video' }),
    prepare: async (file) => {
      await number.secure();
      return file;
    },
    take: async (upload_id, { name }, { again }) => {
      await taken(again, async () => {
        const params = {
          inserat_id: inseratId,
          inserat_typ: packageId,
          upload_id,
          name: name.slice(0, 300),
        };
        toast.success((await call(saveInseratVideo, params)).message);
      });
      await reload();
    },
    failed: failedWith(videoTexts.failed, onSessionEnded),
  });
  const act = async (general: string, action: () => Promise<{ message: string }>) => {
    try {
      const { message } = await action();
      await reload();
      toast.success(message);
    } catch (error) {
      if (hasNoSession(error)) onSessionEnded();
      else
        toast.error(
          error instanceof ApiError && error.code === 'RATING_FIXED' ? error.message : general,
        );
    }
  };
  return {
    ...queue,
    videos,
    deleting,
    add: (files: readonly File[]) => {
      const { accepted, messages } = sortOutVideos(
        files,
        videos.length + queue.uploads.length,
        limit,
      );
      for (const message of messages) toast.warning(message);
      if (accepted.length > 0) queue.add(accepted);
    },
    takeBack: (key: number) => {
      queue.remove(key);
      toast.success(videoTexts.takenBack);
    },
    delete: async ({ attachment_id, cloudflare_id }: VideoSource) => {
      setDeleting(attachment_id);
      await act(videoTexts.notDeleted, () =>
        call(deleteInseratVideo, { attachment_id, cloudflare_id }),
      );
      setDeleting(null);
    },
    rate: ({ attachment_id }: VideoSource, rating: Rating) =>
      act('Die Einstufung konnte nicht gespeichert werden.', () =>
        call(rateInseratMedia, { kind: 'video', attachment_id, rating }),
      ),
  };
}
