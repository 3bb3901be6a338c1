import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import {
  deleteInseratImage,
  type ImageSource,
  rateInseratMedia,
  restoreInseratImage,
  saveInseratImage,
  sortInseratImages,
} from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { imageTexts, sortOut } from '../../media/pictures/image-check.ts';
import { inOrder } from '../../media/pictures/image-order.ts';
import { failedWith, preparePicture, taken } from '../../media/pictures/picture-upload.ts';
import { hasNoSession } from '../../media/upload-failure.ts';
import { useUploads } from '../../media/use-uploads.ts';
import { toast } from '../../ui/toast.tsx';
import type { InseratNumber } from './use-number.ts';

export interface MediaOptions {
  number: InseratNumber;
  /** Decides on the server how many a draft may have. */
  packageId: PackageId;
  reload: () => Promise<void>;
  onSessionEnded: () => void;
}

interface Options extends MediaOptions {
  images: readonly ImageSource[];
  limit: number;
}

export function useImages({
  number,
  images: saved,
  limit,
  packageId,
  reload,
  onSessionEnded,
}: Options) {
  const inseratId = number.id;
  const [deleting, setDeleting] = useState<ReadonlySet<number>>(new Set());
  const [removed, setRemoved] = useState('');
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const images = inOrder(saved, ({ attachment_id }) => attachment_id, order);

  const queue = useUploads({
    belongs: () => ({ inseratId, place: 'inserat', kind: 'image' }),
    prepare: async (file) => {
      await number.secure();
      return preparePicture(file);
    },
    take: async (upload_id, { name }, { again }) => {
      let found: string[] = [];
      await taken(again, async () => {
        const params = {
          inserat_id: inseratId,
          inserat_typ: packageId,
          upload_id,
          name: name.slice(0, 300),
        };
        found = (await call(saveInseratImage, params)).removed;
      });
      await reload();
      setRemoved(found.length > 0 ? `Entfernt: ${found.join(', ')}` : '');
      toast.success(imageTexts.saved);
    },
    failed: failedWith(imageTexts.failed, onSessionEnded),
  });

  /** Shows why a saved picture failed, with the server's message where there is one. */
  const refuse = (error: unknown, general: string) => {
    if (hasNoSession(error)) return onSessionEnded();
    const said =
      error instanceof ApiError &&
      ['MEDIA_CHANGED', 'RATING_FIXED', 'TOO_MANY_IMAGES'].includes(error.code);
    toast.error(said ? error.message : general);
  };

  const restore = async (attachment_id: number) => {
    try {
      await call(restoreInseratImage, { attachment_id });
    } catch (error) {
      refuse(error, 'Das Bild konnte nicht zurückgeholt werden.');
    }
    await reload();
  };

  return {
    ...queue,
    restorable: true,
    images,
    deleting,
    /** What the last saved file carried and lost. */
    removed,
    add: (files: readonly File[]) => {
      const { accepted, messages } = sortOut(files, images.length + queue.uploads.length, limit);
      for (const message of messages) toast.warning(message);
      if (accepted.length > 0) queue.add(accepted);
    },
    takeBack: (key: number) => {
      queue.remove(key);
      toast.success(imageTexts.previewRemoved);
    },
    delete: async ({ attachment_id, cloudflare_id }: ImageSource) => {
      setDeleting((before) => new Set([...before, attachment_id]));
      try {
        await call(deleteInseratImage, { attachment_id, cloudflare_id });
        await reload();
        toast.undo(imageTexts.deleted, () => void restore(attachment_id));
      } catch (error) {
        refuse(error, imageTexts.notDeleted);
      }
      setDeleting((before) => new Set([...before].filter((id) => id !== attachment_id)));
    },
    /** Shows this order at once and saves it; restores the one before when that fails. */
    sort: async (sorted: readonly ImageSource[]) => {
      const attachment_ids = sorted.map(({ attachment_id }) => attachment_id);
      setOrder(attachment_ids);
      try {
        await call(sortInseratImages, { inserat_id: inseratId, attachment_ids });
      } catch (error) {
        setOrder(null);
        refuse(error, 'Die Reihenfolge konnte nicht gespeichert werden.');
      }
      await reload();
      setOrder((latest) => (latest === attachment_ids ? null : latest));
    },
    rate: async ({ attachment_id }: ImageSource, rating: Rating) => {
      try {
        const { message } = await call(rateInseratMedia, { kind: 'image', attachment_id, rating });
        await reload();
        toast.success(message);
      } catch (error) {
        refuse(error, 'Die Einstufung konnte nicht gespeichert werden.');
      }
    },
  };
}
