import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';

/** A backup is a folder; until everything in it is written and checked its name ends so. */
export const PARTIAL = '.partial';
export const MANIFEST = 'manifest.json.gz.age';
/** Names of files are hashes of their content, so this list needs no key; it is for `--keep`. */
export const FILE_LIST = 'files.txt';
/** Of files that are stored under the hash of their content, for all backups of a target. */
export const FILES = 'files';

const manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** Those that the tables have, in order. */
  migrations: z.array(z.string()),
  dataKeys: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  files: z.array(z.object({ store: z.string(), name: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;
export const parseManifest = (text: string): Manifest => manifest.parse(JSON.parse(text));

/** What stops a backup or a restore, in words for the operator. */
export class BackupProblem extends Error {}

/**
 * Writes a stream compressed, encrypted to a public key and durable.
 * @returns the hash of what lies on the disk
 */
export async function writeSealed(path: string, source: Readable, to: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(to);
  const gzip = createGzip();
  // An end of the source that is a failure must not look like the end of a table.
  const compressed = pipeline(source, gzip);
  const sealed = await encrypter.encrypt(Readable.toWeb(gzip) as ReadableStream<Uint8Array>);
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await Promise.all([
    compressed,
    pipeline(Readable.fromWeb(sealed as never), hashing, createWriteStream(path, { mode: 0o600 })),
  ]);
  const file = await open(path);
  await file.sync().finally(() => file.close());
  return hash.digest('hex');
}

/** The content of a sealed file. @throws BackupProblem when the key is another one */
export async function openSealed(path: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const sealed = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  const clear = await decrypter.decrypt(sealed).catch((error: unknown) => {
    if (/no identity matched/.test(String(error)))
      throw new BackupProblem(
        'Der Schlüssel passt nicht: Diese Sicherung wurde für einen anderen verschlüsselt.',
      );
    throw error;
  });
  const gunzip = createGunzip();
  pipeline(Readable.fromWeb(clear as never), gunzip).catch((error) => gunzip.destroy(error));
  return gunzip;
}

export async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export async function hashOnDisk(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The names of the whole backups of a target, oldest first. */
export async function backupsIn(target: string): Promise<string[]> {
  const names = await readdir(target).catch(() => []);
  return names.filter((name) => /^\d{8}T\d{9}Z$/.test(name)).sort();
}
