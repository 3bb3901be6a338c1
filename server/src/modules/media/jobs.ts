import type { Task } from '../../platform/worker.ts';
import { collector, removeUnnamed } from './collection.ts';
import { type ConversionPorts, convertNext } from './conversion.ts';
import type { FileStore, UploadStore } from './ports.ts';
import { removeDue, sweepUploads } from './service.ts';

const SWEEP_EVERY_MS = 60_000;

/** Removes the files of pictures that hang on no ad any more, one picture in each transaction. */
export const removalTask = (files: FileStore): Task => ({
  name: 'media/removal',
  run: ({ db, now }) => db.transaction().execute((sql) => removeDue({ db: sql, now }, files)),
});

/** Finds files that no row names, which nobody would ever remove, and hands them to the removal. */
export const collectTask = (files: FileStore): Task => ({
  name: 'media/collect',
  everyMs: SWEEP_EVERY_MS,
  run: collector(files, removeUnnamed),
});

/** Removes uploads that nobody has finished and taken in time, and bytes that were left behind. */
export const uploadTask = (uploads: UploadStore): Task => ({
  name: 'media/uploads',
  everyMs: SWEEP_EVERY_MS,
  run: ({ db, now }) => sweepUploads({ db, now }, uploads),
});

/** Rebuilds videos, one at a time in each process that runs it. */
export function videoTask(ports: ConversionPorts): Task {
  const stopping = new AbortController();
  return {
    name: 'media/videos',
    slow: true,
    run: (deps) => (stopping.signal.aborted ? Promise.resolve(0) : convertNext(deps, ports, stopping.signal)),
    stop: () => stopping.abort(),
  };
}
