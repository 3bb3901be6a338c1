import type { Failure, Upload } from './upload.ts';

export interface Sending {
  /** Ends the sending; what has arrived stays. */
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

interface Options {
  /** Checks the file before the upload; returns what to send instead, or null for nothing. */
  prepare?: (file: File) => Promise<File | null>;
  /** Uploads the bytes; returns the id of the upload. */
  send: (file: File, how: Sending) => Promise<string>;
  /**
   * Makes of an upload what it is for. `again`: it was asked before, and the answer did not arrive.
   */
  take: (uploadId: string, file: File, how: { again: boolean }) => Promise<void>;
  /** No longer of use, whether it was taken or given up. */
  release: (file: File, how: { taken: boolean }) => void;
  /** Shows the failure; returns what stays of the upload, or null for nothing. */
  failed: (error: unknown) => Failure | null;
  onChange: (uploads: readonly Upload[]) => void;
}

/**
 * Uploads one after the other: ten pictures at once would be slower and lose more when the
 * connection breaks.
 */
export function createUploads({ prepare, send, take, release: forget, failed, onChange }: Options) {
  let uploads: readonly Upload[] = [];
  let nextKey = 0;
  let running = false;
  const sending = new Map<number, AbortController>();
  /** Ids of what has arrived and is not taken yet. */
  const arrived = new Map<number, string>();

  const set = (next: readonly Upload[]) => {
    uploads = next;
    onChange(next);
  };
  const find = (key: number) => uploads.find((upload) => upload.key === key);
  const patch = (key: number, part: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const drop = (key: number) => {
    const upload = find(key);
    if (!upload) return;
    URL.revokeObjectURL(upload.preview);
    arrived.delete(key);
    set(uploads.filter((other) => other.key !== key));
  };

  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    const next = () => uploads.find(({ state }) => state === 'waiting');
    for (let upload = next(); upload; upload = next()) await bring(upload);
    running = false;
  };

  const bring = async ({ key, file: chosen }: Upload): Promise<void> => {
    const abort = new AbortController();
    sending.set(key, abort);
    patch(key, { state: 'sending' });
    let file: File | null = chosen;
    try {
      const known = arrived.get(key);
      if (known === undefined && prepare) file = await prepare(chosen);
      abort.signal.throwIfAborted();
      if (file === null) return drop(key);
      if (file !== chosen) {
        URL.revokeObjectURL(find(key)!.preview);
        patch(key, { file, preview: URL.createObjectURL(file) });
      }
      const onProgress = (percent: number) => !abort.signal.aborted && patch(key, { percent });
      const id = known ?? (await send(file, { signal: abort.signal, onProgress }));
      abort.signal.throwIfAborted();
      arrived.set(key, id);
      patch(key, { state: 'saving', percent: 100 });
      await take(id, file, { again: known !== undefined });
      forget(file, { taken: true });
      drop(key);
    } catch (error) {
      // Paused or taken back: that has been said already.
      if (abort.signal.aborted) return;
      const failure = failed(error);
      if (failure?.again) return patch(key, { state: 'stopped', failure });
      forget(file ?? chosen, { taken: false });
      if (failure) patch(key, { state: 'refused', failure });
      else drop(key);
    } finally {
      sending.delete(key);
    }
  };

  return {
    add: (files: readonly File[]) => {
      const entries = files.map((file) => ({ file, preview: URL.createObjectURL(file) }));
      set([
        ...uploads,
        ...entries.map((entry) => ({
          ...entry,
          key: nextKey++,
          state: 'waiting' as const,
          percent: 0,
        })),
      ]);
      void run();
    },
    pause: (key: number) => {
      const state = find(key)?.state;
      if (state !== 'sending' && state !== 'waiting') return;
      sending.get(key)?.abort();
      patch(key, { state: 'paused' });
    },
    /** Goes on with this one, or with everything that something passing has stopped. */
    resume: (key?: number) => {
      const goesOn = (upload: Upload) =>
        key === undefined
          ? upload.state === 'stopped'
          : upload.key === key && /^(paused|stopped)$/.test(upload.state);
      if (!uploads.some(goesOn)) return;
      set(uploads.map((upload) => (goesOn(upload) ? { ...upload, state: 'waiting' } : upload)));
      void run();
    },
    /** Takes it back as if it had never been chosen; not while the server is at work on it. */
    remove: (key: number) => {
      const upload = find(key);
      if (!upload || upload.state === 'saving') return;
      sending.get(key)?.abort();
      forget(upload.file, { taken: false });
      drop(key);
    },
    /** The page goes: what has arrived stays where it is. */
    stop: () => {
      for (const controller of sending.values()) controller.abort();
      for (const { preview } of uploads) URL.revokeObjectURL(preview);
      uploads = [];
    },
  };
}
