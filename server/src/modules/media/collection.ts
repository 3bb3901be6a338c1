import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../platform/db.ts';
import type { Task } from '../../platform/worker.ts';
import * as store from './collection-store.ts';
import type { FileStore, StoredName } from './ports.ts';

/** Files looked at in one go. */
const BATCH = 500;
/** Whoever stores a file writes its row at once; after a day nobody is still about to. */
const AGE_MS = DAY_MS;
/** From the beginning of one walk through all files to that of the next. */
const EVERY_MS = 6 * HOUR_MS;

/**
 * Walks through all stored files again and again, some in each run, and lets those go that are old enough and that no row names.
 * Every process may walk: whatever two of them find is let go once. Files from before this database are left alone: they are not waste,
 * but those of another one, to which somebody has set a wrong address.
 */
export function collector(
  files: Pick<FileStore, 'names'>,
  letGo: (db: Database, names: string[]) => Promise<unknown>,
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
          nextAt = now.getTime() + EVERY_MS;
          break;
        }
        const { name, storedAt } = value;
        if (storedAt >= since && now.getTime() - storedAt.getTime() >= AGE_MS) old.push(name);
      }
      if (old.length > 0) await letGo(db, old);
      return looked;
    } catch (error) {
      const broken = walk;
      walk = undefined;
      await broken?.return?.();
      throw error;
    }
  };
}

/** Lets those of the files go that no picture and no video has, and that no upload in progress has announced. */
export async function removeUnnamed(db: Database, names: string[]): Promise<void> {
  const nobodys = await store.unannounced(db, await store.unnamed(db, names));
  if (nobodys.length > 0) await store.dueNow(db, nobodys);
}

/** Files against rows. */
export interface FileCheck {
  stored: number;
  /** Stored, and no row names it; those that are about to go are not among them. */
  orphans: string[];
  /** A row names it, and it is not there. */
  missing: string[];
}

/** Compares what is stored with the rows, while both may change. */
export async function compareFiles(
  files: Pick<FileStore, 'names' | 'sizeOf'>,
  rows: { all(): Promise<string[]>; unnamed(names: string[]): Promise<string[]> },
): Promise<FileCheck> {
  const stored = new Set<string>();
  for await (const { name } of files.names()) stored.add(name);
  const named = new Set(await rows.all());
  const missing: string[] = [];
  for (const name of named) {
    // What was stored meanwhile is there; what was taken off meanwhile is missed by nobody.
    if (stored.has(name) || (await files.sizeOf(name)) !== undefined) continue;
    if ((await rows.unnamed([name])).length === 0) missing.push(name);
  }
  const orphans = await rows.unnamed([...stored].filter((name) => !named.has(name)));
  return { stored: stored.size, orphans: orphans.sort(), missing: missing.sort() };
}

/** The files of pictures and videos against their rows. */
export const checkFiles = (db: Database, files: FileStore): Promise<FileCheck> =>
  compareFiles(files, {
    all: () => store.allNames(db),
    unnamed: async (names) => store.unannounced(db, await store.unnamed(db, names)),
  });
