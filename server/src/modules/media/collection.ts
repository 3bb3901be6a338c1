import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../platform/db.ts';
import type { Task } from '../../platform/worker.ts';
import * as store from './collection-store.ts';
import type { FileStore, StoredName } from './ports.ts';

/** Files per run. */
const BATCH = 500;
/** A row is written right after its file; after a day no writer can be in progress. */
const AGE_MS = DAY_MS;
/** Interval between the starts of two scans. */
const INTERVAL_MS = 6 * HOUR_MS;

/**
 * Scans all stored files in batches and schedules the removal of old ones without a row; any
 * process may scan. Files older than the database are kept: the store may be misconfigured.
 */
export function garbageCollector(
  files: Pick<FileStore, 'names'>,
  release: (db: Database, names: string[]) => Promise<unknown>,
): Task['run'] {
  let walk: AsyncIterator<StoredName> | undefined;
  let nextAt = 0;
  let since = new Date(0);
  return async ({ db, now }) => {
    if (!walk) {
      if (now.getTime() < nextAt) return 0;
      since = await store.installedAt(db);
      walk = files.names()[Symbol.asyncIterator]();
    }
    try {
      const old: string[] = [];
      let looked = 0;
      for (; looked < BATCH; looked++) {
        const { done, value } = await walk.next();
        if (done) {
          walk = undefined;
          nextAt = now.getTime() + INTERVAL_MS;
          break;
        }
        const { name, storedAt } = value;
        if (storedAt >= since && now.getTime() - storedAt.getTime() >= AGE_MS) old.push(name);
      }
      if (old.length > 0) await release(db, old);
      return looked;
    } catch (error) {
      const broken = walk;
      walk = undefined;
      await broken?.return?.();
      throw error;
    }
  };
}

/** Schedules the removal of files without an image, a video or an upload in progress. */
export async function removeUnnamed(db: Database, names: string[]): Promise<void> {
  const unused = await store.withoutRemoval(db, await store.unnamed(db, names));
  if (unused.length > 0) await store.scheduleRemovalNow(db, unused);
}

/** The result of comparing files with rows. */
export interface FileCheck {
  stored: number;
  /** Stored files without a row, except those about to be removed. */
  orphans: string[];
  /** Files of rows that are not stored. */
  missing: string[];
}

/** Compares stored files with rows while both may change. */
export async function compareFiles(
  files: Pick<FileStore, 'names' | 'sizeOf'>,
  rows: { all(): Promise<string[]>; unnamed(names: string[]): Promise<string[]> },
): Promise<FileCheck> {
  const stored = new Set<string>();
  for await (const { name } of files.names()) stored.add(name);
  const named = new Set(await rows.all());
  const missing: string[] = [];
  for (const name of named) {
    // A file stored meanwhile exists; one removed meanwhile is not missing.
    if (stored.has(name) || (await files.sizeOf(name)) !== undefined) continue;
    if ((await rows.unnamed([name])).length === 0) missing.push(name);
  }
  const orphans = await rows.unnamed([...stored].filter((name) => !named.has(name)));
  return { stored: stored.size, orphans: orphans.sort(), missing: missing.sort() };
}

/** Compares the files of images and videos with their rows. */
export const checkFiles = (db: Database, files: FileStore): Promise<FileCheck> =>
  compareFiles(files, {
    all: () => store.allNames(db),
    unnamed: async (names) => store.withoutRemoval(db, await store.unnamed(db, names)),
  });
