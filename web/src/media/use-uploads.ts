import { useState } from 'react';
import { ApiError } from '../lib/api/call.ts';
import { pollUntilReady } from './polling.ts';
import type { Failure } from './upload.ts';
import { type Belonging, keyOf, uploadMemory } from './upload-memory.ts';
import { createUploads } from './upload-queue.ts';
import type { UploadSlot } from './upload-slot.ts';

export interface UploadOptions {
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
export function useUploads(options: UploadOptions, { slot, uploads }: UploadSlot<UploadOptions>) {
  slot.latest = options;
  slot.queue ??= queueOf(slot);
  return { ...slot.queue, uploads };
}

function queueOf(slot: UploadSlot<UploadOptions>['slot']) {
  const memory = uploadMemory(localStorage);
  const latest = () => slot.latest!;
  return createUploads({
    prepare: async (file) => {
      const { prepare } = latest();
      return prepare ? prepare(file) : file;
    },
    send: async (file, how) => {
      const { send } = await import('./tus-upload.ts').catch(() => {
        throw new ApiError(
          'NETWORK',
          'Keine Verbindung zum Server. Bitte überprüfe deine Internetverbindung.',
        );
      });
      how.signal.throwIfAborted();
      return send(file, latest().belongs(file), memory, how);
    },
    take: (id, file, how) =>
      pollUntilReady(({ again }) => latest().take(id, file, { again: how.again || again })),
    release: (file, { taken }) => {
      const key = keyOf(file, latest().belongs(file));
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
    failed: (error) => latest().failed(error),
    onChange: slot.onChange,
  });
}

/**
 * Whether something that was begun stands still on the server for this place; as this page found it
 * when it opened.
 */
export function useCutOff(of: Belonging): boolean {
  const [count] = useState(() => uploadMemory(localStorage).countOf(of));
  return count > 0;
}
