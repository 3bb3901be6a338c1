import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { garbageCollector, removeUnnamed } from './collection.ts';
import type { FileStore, UploadStore } from './ports.ts';
import { purgeUploads, removeDue } from './service.ts';
import { type ConversionPorts, convertNext } from './videos/conversion.ts';

const PURGE_INTERVAL_MS = 60_000;

/** Removes the files of unused images, one image per transaction. */
export const removalTask = (files: FileStore): Task => ({
  name: 'media/removal',
  run: dueTask([{ what: 'the removal of the files of', run: (ctx) => removeDue(ctx, files) }]),
});

/** Finds files without a row and schedules their removal. */
export const collectTask = (files: FileStore): Task => ({
  name: 'media/collect',
  everyMs: PURGE_INTERVAL_MS,
  run: garbageCollector(files, removeUnnamed),
});

/** Purges expired uploads and their bytes. */
export const uploadTask = (uploads: UploadStore): Task => ({
  name: 'media/uploads',
  everyMs: PURGE_INTERVAL_MS,
  run: ({ db, now }) => purgeUploads({ db, now }, uploads),
});

/** Converts videos, one at a time per process. */
export function videoTask(
  ports: ConversionPorts & { videoRefusal(): Promise<string | null> },
): Task {
  const stopping = new AbortController();
  return {
    name: 'media/videos',
    slow: true,
    // Videos wait where they are refused; another worker may convert them.
    run: async (deps) =>
      stopping.signal.aborted || (await ports.videoRefusal()) !== null
        ? 0
        : convertNext(deps, ports, stopping.signal),
    stop: () => stopping.abort(),
  };
}
