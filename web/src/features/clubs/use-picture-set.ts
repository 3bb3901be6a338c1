import { deleteClubImage, sortClubImages } from '@samtrot/shared/clubs/contract.ts';
import { MAX_CLUB_IMAGES } from '@samtrot/shared/clubs/rules.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { imageTexts, sortOut } from '../../media/pictures/image-check.ts';
import type { PictureSet } from '../../media/pictures/picture-set.ts';
import { keptWith, readyPicture } from '../../media/pictures/picture-upload.ts';
import { isOpen } from '../../media/upload.ts';
import { hasNoSession } from '../../media/upload-failure.ts';
import { createUploads } from '../../media/upload-queue.ts';
import { toast } from '../../ui/toast.tsx';
import { sendPicture } from './send-picture.ts';
import { idOf } from './use-club-editor.ts';
import type { ClubPictures } from './use-club-pictures.ts';

/** The pictures of a club, with what can be done with them. */
export function usePictureSet(pictures: ClubPictures): PictureSet {
  const { item, onChanged, onSessionEnded, images, setImages, uploads, slot } = pictures;
  const [deleting, setDeleting] = useState<ReadonlySet<number>>(new Set());
  const [removed, setRemoved] = useState('');
  slot.latest = pictures;
  slot.queue ??= createUploads({
    prepare: (file) => readyPicture(file),
    send: async (file, how) => {
      const latest = slot.latest!;
      const saved = await sendPicture(file, idOf(latest.item.current().itemId), how);
      latest.item.dispatch({ type: 'began', itemId: saved.club_id });
      setImages((before) => [...before, saved.image]);
      setRemoved(saved.removed.length > 0 ? `Entfernt: ${saved.removed.join(', ')}` : '');
      latest.onChanged();
      toast.success(saved.message);
      return String(saved.image.attachment_id);
    },
    // Nothing to do: the upload itself adds it to the club.
    take: async () => {},
    release: () => {},
    failed: (error) => keptWith(imageTexts.failed, slot.latest!.onSessionEnded)(error),
    onChange: slot.onChange,
  });
  const { queue } = slot;

  const refuse = (error: unknown, general: string) => {
    if (hasNoSession(error)) return onSessionEnded();
    toast.error(
      error instanceof ApiError && error.code === 'MEDIA_CHANGED' ? error.message : general,
    );
  };

  const count = images.length + uploads.filter(isOpen).length;
  return {
    ...queue,
    images,
    uploads,
    count,
    deleting,
    removed,
    add: (files: readonly File[]) => {
      const { accepted, messages } = sortOut(files, count, MAX_CLUB_IMAGES);
      for (const message of messages) toast.warning(message);
      if (accepted.length > 0) queue.add(accepted);
    },
    takeBack: (key: number) => {
      queue.remove(key);
      toast.success(imageTexts.previewRemoved);
    },
    delete: async ({ attachment_id }: ImageSource) => {
      setDeleting((before) => new Set([...before, attachment_id]));
      try {
        const { bilder, message } = await call(deleteClubImage, { attachment_id });
        setImages(bilder);
        onChanged();
        toast.success(message);
      } catch (error) {
        refuse(error, imageTexts.notDeleted);
      }
      setDeleting((before) => new Set([...before].filter((id) => id !== attachment_id)));
    },
    /** Shows this order at once and saves it; restores the one before when that fails. */
    sort: async (sorted: readonly ImageSource[]) => {
      const before = images;
      setImages(sorted);
      try {
        const attachment_ids = sorted.map(({ attachment_id }) => attachment_id);
        const { bilder } = await call(sortClubImages, {
          club_id: item.current().itemId ?? 0,
          attachment_ids,
        });
        setImages(bilder);
        onChanged();
      } catch (error) {
        setImages(before);
        refuse(error, 'Die Reihenfolge konnte nicht gespeichert werden.');
      }
    },
  };
}
