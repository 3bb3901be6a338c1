import {
  deleteInseratImage,
  type ImageSource,
  rateInseratMedia,
  restoreInseratImage,
  saveInseratImage,
  sortInseratImages,
} from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../../../lib/api/api.ts';
import {
  imageTexts,
  isPicture,
  LEAST_SIDE,
  reasons,
  sortOut,
} from '../../../../media/pictures/image-check.ts';
import type { PictureSet } from '../../../../media/pictures/picture-set.ts';
import { keptWith, readyPicture, taken } from '../../../../media/pictures/picture-upload.ts';
import { isOpen, type Upload } from '../../../../media/upload.ts';
import { hasNoSession } from '../../../../media/upload-failure.ts';
import { type UploadOptions, useUploads } from '../../../../media/use-uploads.ts';
import { toast } from '../../../../ui/toast.tsx';
import type { Media } from './use-media.ts';
import { NotRated } from './use-rating-question.ts';

/** What is to become of a file. */
interface Plan {
  replaces?: number | undefined;
  rating?: Promise<Rating> | undefined;
}

/** Of the files that were chosen, also when the form is emptied meanwhile. */
const plans = new WeakMap<File, Plan>();

/** The pictures of an ad, with what can be done with them. */
export function useImages(media: Media): PictureSet {
  const { number, limits, packageId, reload, reach, question, onSessionEnded } = media;
  const { images, setRated, setOrder, ...slot } = media.images;
  const inseratId = number.id;
  const limit = limits.images;
  const planOf = (file: File): Plan => plans.get(file) ?? {};
  const asked = useRef(question);
  asked.current = question;
  const [deleting, setDeleting] = useState<ReadonlySet<number>>(new Set());
  const [removed, setRemoved] = useState('');

  const options: UploadOptions = {
    belongs: () => ({ inseratId, place: 'inserat', kind: 'image' }),
    prepare: async (file) => {
      const ready = await readyPicture(file, { least: LEAST_SIDE });
      await number.secure();
      const plan = planOf(file);
      // Asked while it is sent: nobody waits for the one after the other.
      if (plan.replaces === undefined) plan.rating = asked.current.next();
      plan.rating?.catch(() => {});
      plans.set(ready, plan);
      return ready;
    },
    take: async (upload_id, file, { again }) => {
      const plan = planOf(file);
      const answer = plan.rating ?? (plan.replaces ? undefined : asked.current.next());
      plan.rating = undefined;
      const rating = await answer;
      let found: string[] = [];
      await taken(again, async () => {
        const params = {
          inserat_id: inseratId,
          inserat_typ: packageId,
          upload_id,
          name: file.name.slice(0, 300),
          ...(rating && { rating }),
          ...(plan.replaces && { replaces: plan.replaces }),
        };
        try {
          found = (await call(saveInseratImage, params)).removed;
        } catch (error) {
          // The other one is gone meanwhile; tried again, this one comes to the end.
          if (error instanceof ApiError && error.code === 'NOT_FOUND') plan.replaces = undefined;
          throw error;
        }
      });
      await reload();
      setRemoved(found.length > 0 ? `Entfernt: ${found.join(', ')}` : '');
      toast.success(imageTexts.saved);
    },
    failed: (error) =>
      error instanceof NotRated
        ? { again: true, reason: reasons.unrated, act: 'Wie ist dieses Bild?' }
        : keptWith(imageTexts.failed, onSessionEnded)(error),
  };
  const queue = useUploads(options, slot);

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

  const placeOf = ({ file }: Upload) => planOf(file).replaces;
  const count =
    images.length +
    queue.uploads.filter((upload) => isOpen(upload) && placeOf(upload) === undefined).length;

  return {
    ...queue,
    restorable: true,
    images,
    count,
    deleting,
    /** What the last saved file carried and lost. */
    removed,
    add: (files: readonly File[]) => {
      const { accepted, messages } = sortOut(files.filter(isPicture), count, limit);
      for (const message of messages) toast.warning(message);
      // They stay too, and say what they are not.
      const others = files.filter((file) => !isPicture(file)).slice(0, limit);
      question.askAgain();
      if (accepted.length + others.length > 0) queue.add([...accepted, ...others]);
    },
    resume: (key?: number) => {
      question.askAgain();
      queue.resume(key);
    },
    replacing: {
      placeOf,
      replace: ({ attachment_id }: ImageSource, file: File) => {
        const { accepted, messages } = sortOut([file].filter(isPicture), 0, 1);
        for (const message of messages) toast.warning(message);
        plans.set(file, { replaces: attachment_id });
        if (accepted.length > 0 || !isPicture(file)) queue.add([file]);
      },
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
    rating: {
      reach,
      asking: question.asking,
      answer: question.answer,
      dismiss: question.dismiss,
      /** Shows it at once and saves it; shows the one before when that fails. */
      rate: async ({ attachment_id }: ImageSource, rating: Rating) => {
        setRated((before) => new Map(before).set(attachment_id, rating));
        try {
          const answer = await call(rateInseratMedia, { kind: 'image', attachment_id, rating });
          question.choose(rating);
          await reload();
          toast.success(answer.message);
        } catch (error) {
          refuse(error, 'Die Einstufung konnte nicht gespeichert werden.');
        }
        setRated((before) => new Map([...before].filter(([id]) => id !== attachment_id)));
      },
    },
  };
}
