import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import { deleteInseratImage, type ImageSource, saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { toast } from '../../ui/toast.tsx';
import { imageTexts, sortOut } from './image-check.ts';

/** A picture on its way: shown from the file until the saved one is there. */
export interface PendingImage {
  key: number;
  url: string;
  name: string;
  /** False while it waits for the one before it; then it can still be taken back without a trace. */
  sending: boolean;
}

interface Options {
  inseratId: number;
  images: readonly ImageSource[];
  limit: number;
  /** Decides on the server how many pictures a draft may have. */
  packageId: PackageId;
  reload: () => Promise<void>;
  onSessionEnded: () => void;
}

export function useImages({ inseratId, images, limit, packageId, reload, onSessionEnded }: Options) {
  const [pending, setPending] = useState<PendingImage[]>([]);
  const [deleting, setDeleting] = useState<ReadonlySet<number>>(new Set());
  const [removed, setRemoved] = useState('');
  const queue = useRef<Promise<void>>(Promise.resolve());
  const takenBack = useRef(new Set<number>());
  const nextKey = useRef(0);
  const urls = useRef(new Set<string>());
  const left = useRef(false);
  useEffect(() => {
    const held = urls.current;
    left.current = false;
    return () => {
      left.current = true;
      for (const url of held) URL.revokeObjectURL(url);
    };
  }, []);

  const drop = ({ key, url }: PendingImage) => {
    takenBack.current.add(key);
    URL.revokeObjectURL(url);
    urls.current.delete(url);
    setPending((before) => before.filter((other) => other.key !== key));
  };

  const add = (files: readonly File[]) => {
    const { accepted, messages } = sortOut(files, images.length + pending.length, limit);
    for (const message of messages) toast.warning(message);
    for (const file of accepted) {
      const entry = { key: nextKey.current++, url: URL.createObjectURL(file), name: file.name, sending: false };
      urls.current.add(entry.url);
      setPending((before) => [...before, entry]);
      // One after the other: ten pictures at once would be ten times 14 MB in memory and on the line.
      queue.current = queue.current.then(() => send(entry, file));
    }
  };

  const send = async (entry: PendingImage, file: File): Promise<void> => {
    if (left.current || takenBack.current.has(entry.key)) return;
    if (!(await canBeShown(entry.url))) {
      drop(entry);
      toast.error(imageTexts.preview);
      return;
    }
    setPending((before) => before.map((other) => (other.key === entry.key ? { ...other, sending: true } : other)));
    try {
      const { removed: found } = await call(saveInseratImage, {
        inserat_id: inseratId,
        inserat_typ: packageId,
        base64ImageString: await dataUrlOf(file),
        name: file.name.slice(0, 300),
      });
      await reload();
      setRemoved(found.length > 0 ? `Entfernt: ${found.join(', ')}` : '');
      toast.success(imageTexts.saved);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN') onSessionEnded();
      else toast.error(uploadErrorText(error));
    }
    drop(entry);
  };

  return {
    pending,
    deleting,
    /** What the last saved file carried and lost. */
    removed,
    add,
    takeBack: (entry: PendingImage) => {
      drop(entry);
      toast.success(imageTexts.previewRemoved);
    },
    remove: async ({ attachment_id, cloudflare_id }: ImageSource) => {
      setDeleting((before) => new Set([...before, attachment_id]));
      try {
        await call(deleteInseratImage, { attachment_id, cloudflare_id });
        await reload();
        toast.success(imageTexts.deleted);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN') onSessionEnded();
        else toast.error(imageTexts.notDeleted);
      }
      setDeleting((before) => new Set([...before].filter((id) => id !== attachment_id)));
    },
  };
}

const SAID_BY_SERVER = ['TOO_MANY_IMAGES', 'IMAGE_TOO_LARGE', 'NOT_AN_IMAGE', 'TOO_MANY_ATTEMPTS', 'INSERAT_NOT_FOUND'];

const uploadErrorText = (error: unknown): string =>
  error instanceof ApiError && SAID_BY_SERVER.includes(error.code) ? error.message : imageTexts.failed;

/** Whether the browser can draw the file; what it cannot draw is not worth sending. */
function canBeShown(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** The file as a data URL whose type follows from its name: a system without a type for .jpg sends none. */
async function dataUrlOf(file: File): Promise<string> {
  const type = /\.png$/i.test(file.name) ? 'image/png' : 'image/jpeg';
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return `data:${type};base64,${url.slice(url.indexOf(',') + 1)}`;
}
