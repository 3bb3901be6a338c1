import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Not of this project: Debian's package `libreoffice-calc-nogui` has it. */
const PROGRAM = 'soffice';
/** Semicolons, double quotes, UTF-8, from line 1, Swiss German, special numbers recognised. */
const IMPORT = 'CSV:59,34,76,1,,2055,false,true';

/**
 * The rows of a CSV file as LibreOffice opens it, each cell by its type (`string`, `float`, `date`,
 * `time`, empty) and what it holds; undefined where LibreOffice is not installed.
 */
export function openedBySpreadsheet(file: Buffer, folder: string): string[][] | undefined {
  const source = join(folder, 'opened.csv');
  writeFileSync(source, file);
  const { error, stderr } = spawnSync(
    PROGRAM,
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'soffice-profile'))}`,
      ...['--headless', '--convert-to', 'fods', `--infilter=${IMPORT}`, '--outdir', folder, source],
    ],
    { encoding: 'utf8' },
  );
  if (error) return undefined;
  const text = readFileSync(join(folder, 'opened.fods'), 'utf8');
  const rows = [...text.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)];
  if (rows.length === 0) throw new Error(`LibreOffice read no row: ${stderr}`);
  return rows.map(([, row]) =>
    [...row!.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes = '', content = '']) => {
        if (attributes.includes('table:formula')) throw new Error(`a formula: ${content}`);
        const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
        const type = of('office:value-type') ?? '';
        const value =
          of('office:value') ??
          of('office:date-value') ??
          of('office:time-value') ??
          content.replaceAll(/<[^>]*>/g, '').trim();
        const times = Number(of('table:number-columns-repeated') ?? 1);
        return Array<string>(times).fill(type ? `${type} ${value}` : '');
      },
    ),
  );
}
