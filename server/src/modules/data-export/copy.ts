import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { downloadName } from '@samtrot/shared/support/file-rules.ts';
import { ZipFile } from 'yazl';
import type { Database, Sql } from '../../platform/db.ts';
import { encryptFile } from '../../platform/encrypted-file.ts';
import { failPoint } from '../../platform/failpoints.ts';
import { type Owner, ownRows } from '../../platform/own-data.ts';
import * as accounts from '../accounts/service.ts';
import * as documents from '../documents/service.ts';
import * as media from '../media/service.ts';
import * as support from '../support/service.ts';
import { FORMS } from './forms.ts';
import type { ExportDeps } from './ports.ts';
import { FILE_NAMES, readme } from './readme.ts';
import { TABLES } from './tables.ts';

/** What the ciphertext of an export is bound to. */
export const identityOf = (id: string) => `data_export.file:${id}`;

interface Work {
  id: string;
  accountId: number;
  now: Date;
  /** The local file to write. */
  path: string;
  signal: AbortSignal;
  /** Of how many parts how many are done. */
  progress(done: number, total: number): void;
}

/**
 * Writes the encrypted ZIP of all data of an account; returns the size of the ZIP in bytes. Rows
 * are of one moment; a file that is missing is named in `LIESMICH.txt`.
 */
export async function writeCopy(db: Database, deps: ExportDeps, work: Work): Promise<number> {
  const { accountId, now } = work;
  const zip = openZip(deps, work);
  try {
    const tables = [...TABLES, ...deps.further];
    const { files, subjects, attached } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (sql) => {
        const account = await accounts.getAccount(sql, accountId);
        const email = account.email_confirmed_at === null ? null : account.email;
        const owner = { accountId, email, username: account.username, now };
        const found = {
          files: await media.ownMedia(sql, accountId),
          subjects: await documents.subjectsOf(sql, { accountId, now }),
          attached: await support.filesOfOwner(sql, owner),
        };
        zip.expect(
          FILE_NAMES.length +
            2 +
            found.files.length +
            found.subjects.length +
            found.attached.length,
        );
        for (const file of FILE_NAMES) {
          const chosen = tables.filter((table) => table.file === file);
          const text = jsonOf(sql, owner, {
            forms: FORMS.filter((form) => form.file === file),
            tables: chosen,
          });
          await zip.add(`${file}.json`, Readable.from(text, { objectMode: false }));
        }
        return found;
      });
    await zip.add(
      'verlauf.csv',
      Readable.from(documents.historyLines(db, accountId), { objectMode: false }),
    );
    for (const subject of subjects) {
      const { name, bytes } = await documents.documentFile(
        deps.documents,
        { db, now, accountId },
        subject,
      );
      await zip.add(`belege/${name}`, Readable.from([Buffer.from(bytes)], { objectMode: false }));
    }
    const missing: string[] = [];
    for (const [index, file] of files.entries()) {
      const name =
        file.kind === 'image' ? `bilder/bild-${file.id}.webp` : `bilder/video-${file.id}.mp4`;
      const opened = await deps.media.open(file.name);
      if (opened) await zip.add(name, opened.stream, { compress: false });
      else missing.push(name);
      if (index === Math.floor(files.length / 2)) failPoint('export.half_written');
    }
    for (const file of attached) {
      const opened = await support.openStored(deps, file);
      const name = `anhaenge/${file.id}-${downloadName(file.name, file.kind)}`;
      if (opened) await zip.add(name, opened.stream, { compress: false });
      else missing.push(name);
    }
    const text = readme({ accountId, now, tables, missing });
    await zip.add('LIESMICH.txt', Readable.from([Buffer.from(text)], { objectMode: false }));
    return await zip.end();
  } catch (error) {
    await zip.abort(error as Error);
    throw error;
  }
}

/** A ZIP that is written entry by entry, so that no more than a piece of one is in memory. */
function openZip({ keys }: Pick<ExportDeps, 'keys'>, { id, now, path, signal, progress }: Work) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let bytes = 0;
  let done = 0;
  let total = 0;
  zip.on('error', (error: Error) => output.destroy(error));
  const written = pipeline(
    output,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const part of source) {
        bytes += part.length;
        yield part;
      }
    },
    encryptFile(keys, identityOf(id)),
    createWriteStream(path, { mode: 0o600, flags: 'w' }),
    { signal },
  );
  // Awaited with every entry; a failure between two of them is none nobody handles.
  written.catch(() => {});
  return {
    expect(parts: number) {
      total = parts;
    },
    async add(name: string, content: Readable, { compress = true } = {}): Promise<void> {
      zip.addReadStream(content, name, { mtime: now, compress });
      await Promise.race([finished(content), written]);
      progress(++done, total);
    },
    async end(): Promise<number> {
      zip.end();
      await written;
      return bytes;
    },
    async abort(error: Error): Promise<void> {
      output.destroy(error);
      await written.catch(() => {});
    },
  };
}

interface Content {
  forms: readonly (typeof FORMS)[number][];
  tables: readonly (typeof TABLES)[number][];
}

/** One entry a line, so that the file can also be read as text. */
async function* jsonOf(db: Sql, owner: Owner, { forms, tables }: Content): AsyncGenerator<string> {
  yield '{';
  for (const { name, read } of forms) {
    const items = await read({ db, now: owner.now }, owner.accountId);
    yield `\n"${name}": [`;
    for (const [index, item] of items.entries())
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(item)}`;
    yield '],';
  }
  yield '\n"tabellen": {';
  for (const [index, table] of tables.entries()) {
    yield `${index === 0 ? '' : ','}\n"${table.table}": [`;
    let first = true;
    for await (const rows of ownRows(db, table, owner)) {
      yield `${first ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      first = false;
    }
    yield ']';
  }
  yield '\n}}\n';
}
