import {
  deleteInseratVideo,
  rateInseratMedia,
  saveInseratVideo,
  type VideoSource,
} from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { useState } from 'react';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { failedWith, taken } from '../../../../media/pictures/picture-upload.ts';
import { hasNoSession } from '../../../../media/upload-failure.ts';
import { type UploadOptions, useUploads } from '../../../../media/use-uploads.ts';
import { toast } from '../../../../ui/toast.tsx';
import type { Media } from './use-media.ts';
import { sortOutVideos, videoTexts } from './video-check.ts';

/** The videos of an ad, with what can be done with them. */
export function useVideos({
  number,
  limits: { videos: limit },
  packageId,
  reload,
  onSessionEnded,
  videos: { videos, ...slot },
}: Media) {
  const inseratId = number.id;
  const [deleting, setDeleting] = useState<number | null>(null);
  const options: UploadOptions = {
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
  };
  const queue = useUploads(options, slot);
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
