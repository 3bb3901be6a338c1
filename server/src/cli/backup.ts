import { readFile } from 'node:fs/promises';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { backUp } from '../app/backup/backup.ts';
import { BackupProblem } from '../app/backup/format.ts';
import { restore } from '../app/backup/restore.ts';
import type { Config } from '../app/config.ts';
import { storages } from '../app/storage.ts';
import { VERSION } from '../app/version.ts';
import { checkDocumentFiles } from '../modules/documents/service.ts';
import { checkFiles } from '../modules/media/service.ts';
import { checkBooks } from '../modules/overview/service.ts';
import { dataKeys } from '../platform/data-key.ts';
import { connect } from '../platform/db.ts';
import { assertMigrated } from '../platform/migrate.ts';
import { noteRun } from '../platform/operation-runs.ts';
import { type Command, Refusal, UsageError } from './command.ts';

const RECIPIENT = /^age1[0-9a-z]{20,}$/;
const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m;

/** File stores to back up. Data exports are left out: they expire and can be requested again. */
function storesOf(config: Config) {
  const { media, documents, attachments } = storages(config);
  return { media, papers: documents, attachments };
}

/** @throws Refusal for what an operator can mend */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC')
      throw new Refusal('Der Datenträger der Sicherung ist voll; sie wurde nicht geschrieben.');
    if (error instanceof BackupProblem || code === 'EACCES' || code === 'EROFS')
      throw new Refusal(message);
    throw error;
  }
}

export const backupCommand: Command = {
  usage: 'backup TARGET [--to KEY] [--keep N]',
  summary:
    'Sichert Datenbank und Dateien im laufenden Betrieb in einen Ordner, verschlüsselt für den öffentlichen Schlüssel (BACKUP_RECIPIENT).',
  options: { to: { type: 'string' }, keep: { type: 'string' } },
  prepare([target], { to, keep }) {
    if (to !== undefined && !RECIPIENT.test(String(to)))
      throw new UsageError('--to erwartet einen öffentlichen Schlüssel von age (age1…).');
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(String(keep)))
      throw new UsageError('--keep erwartet, wie viele Sicherungen bleiben.');
    return {
      async onDatabase({ url, config }) {
        const recipient = to === undefined ? config.backupRecipient : String(to);
        if (!recipient)
          throw new UsageError('Für wen? BACKUP_RECIPIENT oder --to nennt den Schlüssel (age1…).');
        await assertMigrated(url, dataKeys(config.dataKeys));
        const { db } = connect(url, { max: 1 });
        const now = new Date();
        try {
          const report = await inWords(() =>
            backUp({
              url,
              target: target!,
              to: recipient,
              stores: storesOf(config),
              now,
              version: VERSION,
              keep: keep === undefined ? undefined : Number(keep),
            }),
          );
          await noteRun(db, 'backup', { at: now, ok: true });
          return {
            text: `Sicherung ${report.name}: ${formatNumber(report.rows)} Zeilen aus ${report.tables} Tabellen, ${formatNumber(report.files)} Dateien, davon ${formatNumber(report.newFiles)} neue.`,
            data: { ...report },
          };
        } finally {
          await db.destroy();
        }
      },
    };
  },
};

export const restoreCommand: Command = {
  usage: 'restore SOURCE --identity FILE [--backup NAME]',
  summary: 'Spielt eine Sicherung an einen leeren Ort zurück und prüft Hauptbuch und Dateien.',
  options: { identity: { type: 'string' }, backup: { type: 'string' } },
  prepare([source], { identity, backup }) {
    if (identity === undefined)
      throw new UsageError('--identity nennt die Datei mit dem geheimen Schlüssel.');
    return {
      async onDatabase({ url, config }) {
        const text = await readFile(String(identity), 'utf8').catch(() => '');
        const [secret] = text.match(IDENTITY) ?? [];
        if (!secret) throw new UsageError(`In ${identity} steht kein geheimer Schlüssel von age.`);
        const stores = storesOf(config);
        const keys = dataKeys(config.dataKeys);
        const { manifest, name } = await inWords(() =>
          restore({
            url,
            source: source!,
            identity: secret,
            stores,
            keys,
            name: backup === undefined ? undefined : String(backup),
          }),
        );
        const { db } = connect(url, { max: 2 });
        try {
          const books = await checkBooks(db);
          const missing = [
            ...(await checkFiles(db, stores.media)).missing,
            ...(await checkDocumentFiles(db, stores.papers)).missing,
          ];
          const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
          const failed = !books.ok || missing.length > 0;
          return {
            text: [
              `Zurückgespielt: ${name} mit ${formatNumber(rows)} Zeilen und ${formatNumber(manifest.files.length)} Dateien.`,
              books.ok
                ? `Das Hauptbuch stimmt: ${formatNumber(books.transfers)} Buchungen.`
                : `Das Hauptbuch stimmt nicht.\n${books.problems.join('\n')}`,
              missing.length === 0 ? 'Keine Datei fehlt.' : `Es fehlen: ${missing.join(', ')}`,
            ].join('\n'),
            data: { name, rows, files: manifest.files.length, ledger_ok: books.ok, missing },
            ...(failed && { failed: true as const }),
          };
        } finally {
          await db.destroy();
        }
      },
    };
  },
};
