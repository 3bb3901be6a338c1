import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../modules/media/ports.ts';

/** Files in a folder, spread over 256 sub-folders by the first characters of their names. */
export function diskStorage(folder: string): FileStore {
  const pathOf = (name: string) => {
    if (!/^[\da-f]{64}(-\d{1,5}\.webp|\.pdf)$/.test(name)) throw new Error(`${name} is no name of a stored file`);
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      if (await exists(path)) return;
      await mkdir(join(path, '..'), { recursive: true });
      // Whoever finds the name finds the whole file: it appears under it only once it is durable.
      const temporary = `${path}.${randomUUID()}`;
      try {
        const file = await open(temporary, 'wx', 0o640);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path);
        await syncFolder(join(path, '..'));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async ready() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

/** The name is durable too: a row may now point at it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
