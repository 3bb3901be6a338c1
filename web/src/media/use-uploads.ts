import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/call.ts';
import { pollUntilReady } from './polling.ts';
import { type Belonging, keyOf, uploadMemory } from './upload-memory.ts';
import { createUploads, type Failure, type Upload } from './upload-queue.ts';

interface Options {
  /** Where a file belongs; the same answer for the same file. */
  belongs: (file: File) => Belonging;
  prepare?: (file: File) => Promise<File | null>;
  take: (uploadId: string, file: File, how: { again: boolean }) => Promise<void>;
  /** Shows the failure; returns what stays of the upload, or null for nothing. */
  failed: (error: unknown) => Failure | null;
}

/**
 * Files on their way to the server: kept over a lost connection, and found again after a reload.
 */
export function useUploads(options: Options) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef(options);
  latest.current = options;
  const [queue] = useState(() => {
    const memory = uploadMemory(localStorage);
    return createUploads({
      prepare: async (file) =>
        (await latest.current.prepare?.(file)) ?? (latest.current.prepare ? null : file),
      send: async (file, how) => {
        const { send } = await import('./tus-upload.ts').catch(() => {
          throw new ApiError(
            'NETWORK',
            'Keine Verbindung zum Server. Bitte überprüfe deine Internetverbindung.',
          );
        });
        how.signal.throwIfAborted();
        return send(file, latest.current.belongs(file), memory, how);
      },
      take: (id, file, how) =>
        pollUntilReady(({ again }) => latest.current.take(id, file, { again: how.again || again })),
      release: (file, { taken }) => {
        const key = keyOf(file, latest.current.belongs(file));
        const url = memory.find(key);
        memory.delete(key);
        // A cancelled upload would count as running. The server deletes it by age if this request
        // fails.
        if (url && !taken)
          void fetch(url, {
            method: 'DELETE',
            headers: { 'tus-resumable': '1.0.0' },
            keepalive: true,
          }).catch(() => {});
      },
      failed: (error) => latest.current.failed(error),
      onChange: setUploads,
    });
  });
  useEffect(() => {
    const goOn = () => queue.resume();
    addEventListener('online', goOn);
    return () => {
      removeEventListener('online', goOn);
      queue.stop();
    };
  }, [queue]);
  return { ...queue, uploads };
}

/**
 * Whether something that was begun stands still on the server for this place; as this page found it
 * when it opened.
 */
export function useCutOff(of: Belonging): boolean {
  const [count] = useState(() => uploadMemory(localStorage).countOf(of));
  return count > 0;
}
