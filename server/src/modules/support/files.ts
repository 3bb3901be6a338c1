import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/support/file-contract.ts';
import {
  downloadName,
  FILE_MAX_BYTES,
  FILES_MAX,
  type FileKind,
  fileKindOf,
  fileTexts,
} from '@samtrot/shared/support/file-rules.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { isBase64 } from '../../platform/base64.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { DataKeys } from '../../platform/data-key.ts';
import type { Database, Sql } from '../../platform/db.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { decryptFile, encryptFile } from '../../platform/encrypted-file.ts';
import type { FileStore, ImageProcessor } from '../media/service.ts';
import { mapDiskFull } from '../media/service.ts';
import * as store from './file-store.ts';

export interface FileDeps {
  /** Where encrypted files of messages are stored. */
  attachments: FileStore;
  images: ImageProcessor;
  keys: DataKeys;
}

/** Somebody keeps so many files without a message; older ones go. */
const UNSENT_MOST = 20;
const UNSENT_MS = DAY_MS;
const REMOVED_AT_ONCE = 50;

/** What the ciphertext of a file is bound to. */
const identityOf = (file: string) => `thread_file.file:${file}`;

const uploaderOf = (actor: Actors['user' | 'staff']): store.Uploader =>
  actor.kind === 'staff' ? { staffId: actor.staffId } : { accountId: actor.userId };

/**
 * Stores a file for a message: the pixels of a picture, the bytes of a PDF, encrypted (EXP-90).
 * @throws INVALID_INPUT, STORAGE_FULL, UNAVAILABLE
 */
export async function upload(
  ctx: OwnCtx<Actors['user' | 'staff']>,
  { attachments, images, keys }: FileDeps,
  { name, content }: Input<typeof contract.attachFile>,
): Promise<Output<typeof contract.attachFile>['file']> {
  if (!isBase64(content)) throw invalid({ content: fileTexts.type });
  const { kind, bytes } = await accepted(images, Buffer.from(content, 'base64'));
  const file = await putEncrypted({ attachments, keys }, bytes);
  const by = uploaderOf(ctx.actor);
  return ctx.transaction(async ({ db, now }) => {
    const row = { by, name, kind, bytes: bytes.length, file, now };
    const inserted = await store.insertFile(db, row);
    await store.limitUnsent(db, by, UNSENT_MOST);
    return inserted;
  });
}

/**
 * Stores an attachment of a mail as `upload` does; `insertFile` makes it a row. Null for what an
 * upload would refuse. @throws STORAGE_FULL, UNAVAILABLE
 */
export async function keepAttachment(
  { images, ...deps }: FileDeps,
  { name, content }: { name: string; content: Uint8Array },
): Promise<Omit<store.NewFile, 'by' | 'now'> | null> {
  try {
    const { kind, bytes } = await accepted(images, content);
    return { name, kind, bytes: bytes.length, file: await putEncrypted(deps, bytes) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return null;
    throw error;
  }
}

/** Encrypts and stores these bytes; returns the name of the file. */
async function putEncrypted(
  { attachments, keys }: Pick<FileDeps, 'attachments' | 'keys'>,
  bytes: Uint8Array,
): Promise<string> {
  // Random, and of the form of every stored file.
  const file = `${sha256Hex(randomUUID())}.bin`;
  const sealed = await buffer(
    encryptFile(keys, identityOf(file))(Readable.from([Buffer.from(bytes)])),
  );
  await mapDiskFull(attachments.put(file, sealed));
  return file;
}

async function accepted(
  images: ImageProcessor,
  bytes: Uint8Array,
): Promise<{ kind: FileKind; bytes: Uint8Array }> {
  const kind = fileKindOf(bytes);
  if (kind === null) throw invalid({ content: fileTexts.type });
  if (bytes.length > FILE_MAX_BYTES) throw invalid({ content: fileTexts.size });
  if (kind === 'pdf') return { kind, bytes };
  try {
    const { files } = await images.render(bytes);
    return { kind, bytes: files.at(-1)!.bytes };
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('IMAGE_'))
      throw invalid({ content: fileTexts.unreadable });
    throw error;
  }
}

/** @throws NOT_FOUND also for a file that was sent */
export async function detach(
  { db, actor }: Ctx<Actors['user' | 'staff']>,
  id: number,
): Promise<void> {
  if (!(await store.deleteUnsent(db, uploaderOf(actor), id))) throw new AppError('NOT_FOUND');
}

/** Joins uploaded files to the message that is sent. @throws INVALID_INPUT */
export async function attach(
  db: Sql,
  { files = [], ...to }: { by: store.Uploader; entryId: number; files?: readonly number[] },
): Promise<void> {
  const ids = [...new Set(files)];
  if (ids.length > FILES_MAX) throw invalid({ files: fileTexts.number });
  if (ids.length > 0 && (await store.attach(db, { ...to, ids })) !== ids.length)
    throw invalid({ files: fileTexts.gone });
}

export interface Opened {
  name: string;
  kind: FileKind;
  bytes: number;
  stream: Readable;
}

/** The plain bytes of a stored file as a stream; undefined if it is gone. */
export async function openStored(
  { attachments, keys }: Pick<FileDeps, 'attachments' | 'keys'>,
  { file, name, kind, bytes }: { file: string; name: string; kind: FileKind; bytes: number },
): Promise<Opened | undefined> {
  const opened = await attachments.open(file);
  if (!opened) return undefined;
  const stream = Readable.from(decryptFile(keys, identityOf(file))(opened.stream), {
    objectMode: false,
  });
  stream.once('close', () => opened.stream.destroy());
  return { name: downloadName(name, kind), kind, bytes, stream };
}

/** Purges the rows of files whose message was never sent; returns how many. */
export const purgeUnsent = ({ db, now }: JobContext): Promise<number> =>
  store.deleteUnsentBefore(db, new Date(now.getTime() - UNSENT_MS));

/** Removes stored files whose rows are gone; returns how many. */
export async function removeFiles(
  ctx: JobContext,
  { attachments }: Pick<FileDeps, 'attachments'>,
): Promise<number> {
  const gone = await store.claimRemovals(ctx, REMOVED_AT_ONCE);
  for (const file of gone) await attachments.remove(file);
  return gone.length;
}

/** Removes stored files that no row names, left by a server that died. */
export async function removeUnnamed(
  db: Database,
  { attachments }: Pick<FileDeps, 'attachments'>,
  names: string[],
): Promise<void> {
  for (const name of await store.unnamed(db, names)) await attachments.remove(name);
}
