import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../modules/media/ports.ts';
import { checkName, isName } from './names.ts';

/** Suffix of a file that is still being written. */
const TEMPORARY = /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Files in a folder, in 256 subfolders by the first characters of their names. */
export function diskStorage(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, checkName(name).slice(0, 2), name);

  /** Atomic: the name exists only once the whole file is durable. */
  async function writeAtomically(
    name: string,
    fill: (temporary: string) => Promise<void>,
  ): Promise<void> {
    const path = pathOf(name);
    if (await exists(path)) return;
    await mkdir(join(path, '..'), { recursive: true });
    const temporary = `${path}.${randomUUID()}`;
    try {
      await fill(temporary);
      await rename(temporary, path);
      await syncAt(join(path, '..'));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    put: async (name, bytes) =>
      writeAtomically(name, async (temporary) => {
        const file = await open(temporary, 'wx', 0o640);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
      }),

    async putFile(name, path) {
      await writeAtomically(name, async (temporary) => {
        await syncAt(path);
        await move(path, temporary);
      });
      await rm(path, { force: true });
    },

    get: async (name) => unlessMissing(readFile(pathOf(name))),
    sizeOf: async (name) => (await unlessMissing(stat(pathOf(name))))?.size,

    async open(name, range) {
      const file = await unlessMissing(open(pathOf(name), 'r'));
      if (!file) return undefined;
      try {
        return { size: (await file.stat()).size, stream: file.createReadStream({ ...range }) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async remove(name) {
      const path = join(folder, checkName(name.replace(TEMPORARY, '')).slice(0, 2), name);
      await rm(path, { force: true });
    },

    async *names() {
      for await (const part of entriesOf(folder)) {
        if (!/^[\da-f]{2}$/.test(part.name) || !part.isDirectory()) continue;
        for await (const { name } of entriesOf(join(folder, part.name))) {
          if (!isName(name.replace(TEMPORARY, ''))) continue;
          const found = await unlessMissing(stat(join(folder, part.name, name)));
          if (found?.isFile()) yield { name, storedAt: found.mtime };
        }
      }
    },

    room: () => usedShare(folder),

    async ready() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

/** Used share of the volume, 0 to 1; space reserved for the administrator counts as used. */
export async function usedShare(folder: string): Promise<number | null> {
  await mkdir(folder, { recursive: true });
  const { blocks, bfree, bavail } = await statfs(folder);
  const used = blocks - bfree;
  // Some file systems report no blocks.
  return used + bavail > 0 ? used / (used + bavail) : null;
}

/** Copies across volumes; the source then remains. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await syncAt(to);
  }
}

/** Makes the bytes of a file or the names of a folder durable before a row refers to them. */
async function syncAt(path: string): Promise<void> {
  const handle: FileHandle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* entriesOf(folder: string) {
  const entries = await unlessMissing(opendir(folder));
  if (entries) yield* entries;
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
