import { useEffect, useState } from 'react';
import type { Upload } from './upload.ts';
import type { createUploads } from './upload-queue.ts';

/**
 * What an editor knows of the uploads of one place before the code that sends them is there. With
 * it come their queue and what it needs to know of the page.
 */
export interface UploadSlot<Latest> {
  uploads: readonly Upload[];
  slot: {
    queue?: ReturnType<typeof createUploads>;
    latest?: Latest;
    onChange: (uploads: readonly Upload[]) => void;
  };
}

export function useUploadSlot<Latest>(): UploadSlot<Latest> {
  const [uploads, onChange] = useState<readonly Upload[]>([]);
  const [slot] = useState<UploadSlot<Latest>['slot']>({ onChange });
  useEffect(() => {
    const goOn = () => slot.queue?.resume();
    addEventListener('online', goOn);
    return () => {
      removeEventListener('online', goOn);
      slot.queue?.stop();
    };
  }, [slot]);
  return { uploads, slot };
}
