import {
  deleteInseratImage,
  deleteInseratVideo,
  saveInseratImage,
  saveInseratVideo,
} from '@samtrot/shared/media/contract.ts';
import { useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { secondsOf } from '../../../../media/duration.ts';
import { imageTexts, isPicture, reasons, sortOut } from '../../../../media/pictures/image-check.ts';
import { failedWith, preparePicture, taken } from '../../../../media/pictures/picture-upload.ts';
import { hasNoSession } from '../../../../media/upload-failure.ts';
import { type UploadOptions, useUploads } from '../../../../media/use-uploads.ts';
import { toast } from '../../../../ui/toast.tsx';
import type { Media } from './use-media.ts';
import { NotRated } from './use-rating-question.ts';
import { isTooLongForStory, isVideo, sortOutVideos, videoTexts } from './video-check.ts';

/** The one picture or video of the story, with what can be done with it. */
export function useStory({
  number,
  reload,
  reloadSoon,
  question,
  onSessionEnded,
  story: { story_image, story_video, ...slot },
}: Media) {
  const inseratId = number.id;
  const [deleting, setDeleting] = useState(false);
  const options: UploadOptions = {
    belongs: (file) => ({ inseratId, place: 'story', kind: isVideo(file) ? 'video' : 'image' }),
    prepare: async (file) => {
      await number.secure();
      if (!isVideo(file)) return preparePicture(file);
      if (!isTooLongForStory(await secondsOf(file))) return file;
      toast.warning(videoTexts.storyTooLong);
      return null;
    },
    take: async (upload_id, file, { again }) => {
      const rating = isVideo(file) ? undefined : await question.next();
      await taken(again, async () => {
        const params = {
          inserat_id: inseratId,
          upload_id,
          place: 'story' as const,
          name: file.name.slice(0, 300),
        };
        const { message } = isVideo(file)
          ? await call(saveInseratVideo, params)
          : await call(saveInseratImage, { ...params, ...(rating && { rating }) });
        toast.success(message);
      });
      await reload();
    },
    failed: (error) =>
      error instanceof NotRated
        ? { again: true, reason: reasons.unrated, act: 'Wie ist dieses Bild?' }
        : failedWith('Fehler beim Hochladen der Story', onSessionEnded)(error),
  };
  const queue = useUploads(options, slot);
  return {
    ...queue,
    story_image,
    story_video,
    deleting,
    add: (files: readonly File[]) => {
      const { accepted, messages } = files.some(isVideo)
        ? sortOutVideos(files, 0, 1)
        : sortOut(files, 0, 1);
      if (!files.some((file) => isVideo(file) || isPicture(file)))
        messages[0] = 'Wähle ein Bild oder ein Video.';
      for (const message of messages) toast.warning(message);
      question.askAgain();
      if (accepted.length > 0) queue.add(accepted);
    },
    resume: (key?: number) => {
      question.askAgain();
      queue.resume(key);
    },
    takeBack: (key: number) => {
      queue.remove(key);
      toast.success(imageTexts.previewRemoved);
    },
    /** Returns whether it is deleted. */
    delete: async (): Promise<boolean> => {
      if (!story_image && !story_video) return true;
      setDeleting(true);
      try {
        if (story_image) await call(deleteInseratImage, idsOf(story_image));
        if (story_video) await call(deleteInseratVideo, idsOf(story_video));
        await reloadSoon();
        return true;
      } catch (error) {
        if (hasNoSession(error)) onSessionEnded();
        else toast.error('Die Story konnte nicht gelöscht werden.');
        return false;
      } finally {
        setDeleting(false);
      }
    },
  };
}

const idsOf = ({
  attachment_id,
  cloudflare_id,
}: {
  attachment_id: number;
  cloudflare_id: string;
}) => ({
  attachment_id,
  cloudflare_id,
});
