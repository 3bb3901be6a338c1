import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { DataStore } from '@tus/server';
import type pg from 'pg';
import type { UploadRows, UploadStore } from '../../modules/media/ports.ts';
import { uploadLocker } from './locker.ts';

const PATH = '/media/uploads';
/** Loaded with the first upload. */
const library = async () => ({
  ...(await import('@tus/server')),
  ...(await import('@tus/file-store')),
});
type Tus = Awaited<ReturnType<typeof library>>;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** How long a request may continue to write after its lock was requested. */
const DRAIN_MS = 300;
const FULL = /^(ENOSPC|EDQUOT)$/;

/**
 * Uploads in a folder, one growing file per id. Servers that share the folder share the locks of
 * this database.
 */
export function diskUploads(folder: string, pool: Pick<pg.Pool, 'connect'>): UploadStore {
  const locker = uploadLocker(pool);
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new Error('this is no id of an upload');
    return join(folder, id);
  };
  return {
    async serve(request, rows) {
      await mkdir(folder, { recursive: true });
      const tus = await library();
      let failure: unknown;
      const server = new tus.Server({
        path: PATH,
        relativeLocation: true,
        locker,
        lockDrainTimeout: DRAIN_MS,
        datastore: bytesOf(tus, folder, rows),
        namingFunction: () => randomUUID(),
        async onUploadCreate(_request, { id, size = 0, metadata = {} }) {
          await rows.begin({ id, size, metadata });
          return {};
        },
        onResponseError(_request, error) {
          failure = error;
          return undefined;
        },
      });
      const response = await server.handleWeb(request);
      if (failure !== undefined) throw asFailure(tus, failure);
      if (response.status >= 400)
        throw asFailure(tus, { status_code: response.status, body: await response.text() });
      const id = (response.headers.get('location') ?? request.url).split('/').at(-1)!;
      const offset = response.headers.get('upload-offset');
      if (offset !== null)
        await rows.arrived(id, Number(offset), { more: request.method !== 'HEAD' });
      return response;
    },
    async pathOf(id) {
      const path = pathOf(id);
      return (await exists(path)) ? path : undefined;
    },
    async read(id) {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
    async ids() {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => ID.test(name));
    },
    async ready() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

/** Bytes in files, everything else in rows: no client input names a file or is stored beside it. */
function bytesOf({ FileStore, Upload, ERRORS }: Tus, folder: string, rows: UploadRows): DataStore {
  const store = new FileStore({
    directory: folder,
    configstore: {
      async get(id) {
        const size = await rows.sizeOf(id);
        return size === undefined ? undefined : new Upload({ id, size, offset: 0 });
      },
      // The row already exists.
      async set() {},
      async delete() {},
    },
  });
  store.extensions = ['creation', 'creation-with-upload', 'termination'];
  const create = store.create.bind(store);
  store.create = async (upload) => {
    try {
      return await create(upload);
    } catch (error) {
      await rows.delete(upload.id);
      throw error;
    }
  };
  // If the row is gone, its new owner keeps the bytes.
  store.remove = async (id) => {
    if (!(await rows.delete(id))) throw ERRORS.FILE_NOT_FOUND;
    await rm(join(folder, id), { force: true });
  };
  return store;
}

/** Maps a known failure to the product's; any other error is returned unchanged. */
function asFailure({ ERRORS }: Tus, error: unknown): unknown {
  if (error instanceof Error)
    return FULL.test((error as NodeJS.ErrnoException).code ?? '') ? full() : error;
  const { status_code: status, body } = error as { status_code: number; body: string };
  if (error === ERRORS.FILE_WRITE_ERROR) return full();
  if (status === 404 || status === 410) return new AppError('UPLOAD_NOT_FOUND');
  if (status === 409) return new AppError('UPLOAD_ELSEWHERE');
  if (status === 412) return new AppError('UPLOAD_VERSION');
  if (status === 413) return new AppError('TOO_LARGE');
  return status < 500 || status === 501 ? new AppError('MALFORMED') : new Error(body);
}

const full = () => new AppError('STORAGE_FULL');

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
