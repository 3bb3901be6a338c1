/** The sending itself; `use-uploads.ts` loads it with the first file. */
import { type DetailedError, Upload as Tus } from 'tus-js-client';
import { sendsAgain, uploadError } from './upload-failure.ts';
import { type Belonging, keyOf, type UploadMemory } from './upload-memory.ts';
import type { Sending } from './upload-queue.ts';

/**
 * Every request has 25 seconds on the server; a phone with 1.5 Mbit/s gets a part of this size
 * through in that time.
 */
const PART_BYTES = 4 * 1024 * 1024;
/** Backoff while nothing arrives; each received part resets it. */
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/**
 * Uploads a file in parts and returns the id of the upload. Parts received before are not sent
 * again.
 */
export function send(
  file: File,
  of: Belonging,
  memory: UploadMemory,
  { signal, onProgress }: Sending,
): Promise<string> {
  const key = keyOf(file, of);
  return new Promise((done, fail) => {
    const upload = new Tus(file, {
      endpoint: new URL('/media/uploads', location.origin).href,
      metadata: { inserat_id: String(of.inseratId), kind: of.kind, filename: file.name },
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onShouldRetry: ({ originalResponse }) => sendsAgain(originalResponse?.getStatus() ?? 0),
      onUploadUrlAvailable: () => upload.url && memory.remember(key, upload.url, of),
      onProgress: (sent, total) => onProgress(Math.floor((100 * sent) / total)),
      onError: (error) => fail(failureOf(error)),
      onSuccess: () => done(upload.url!.split('/').at(-1)!),
    });
    const known = memory.find(key);
    // An upload missing on the server is restarted by the library.
    if (known) upload.resumeFromPreviousUpload(previous(known, file));
    signal.addEventListener('abort', () => {
      void upload.abort();
      fail(signal.reason);
    });
    upload.start();
  });
}

const previous = (uploadUrl: string, { size }: File) => ({
  uploadUrl,
  size,
  metadata: {},
  creationTime: '',
  urlStorageKey: '',
  parallelUploadUrls: null,
});

function failureOf(error: Error | DetailedError) {
  const answer = 'originalResponse' in error ? error.originalResponse : null;
  return uploadError(answer?.getStatus() ?? 0, answer?.getBody() ?? '');
}
