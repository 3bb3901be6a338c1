import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** One change to one file. */
interface Split {
  file: string;
  from: string;
  to: string;
}

/** The payment is marked as credited in one transaction and the credits are booked in the next. */
export const SPLITS: readonly Split[] = [
  {
    file: 'modules/topups/settlement.ts',
    from: `await book(ctx, { ...payment, ...counts }, { received: received!, surplus }, completed);
    }
    failPoint('credit.before_commit');`,
    to: `Object.assign(ctx, { later: [{ ...payment, ...counts }, { received: received!, surplus }, completed] });
    }`,
  },
  {
    file: 'modules/topups/settlement.ts',
    from: "failPoint('credit.after_commit_before_reply');",
    to: `failPoint('credit.before_commit');
  const booked = split.later;
  if (booked) await db.transaction().execute((sql) => book({ db: sql, now }, ...booked));
  failPoint('credit.after_commit_before_reply');`,
  },
  {
    file: 'modules/topups/settlement.ts',
    from: '  let version: number | null = await store.statusVersion(db, provider.name, ref);\n',
    to: `  let version: number | null = await store.statusVersion(db, provider.name, ref);
  let split: { later?: [Parameters<typeof book>[1], Parameters<typeof book>[2], Parameters<typeof book>[3]] } = {};
`,
  },
  {
    file: 'modules/topups/settlement.ts',
    from: '      const ctx = { db: sql, now };\n',
    to: `      const ctx = { db: sql, now };
      split = ctx;
`,
  },
];

/**
 * How often the text to replace stands in the file of the product; anything but once would leave
 * the copy whole or break it.
 */
export const occurrences = ({ file, from }: Split): number =>
  readFileSync(join(ROOT, 'server/src', file), 'utf8').split(from).length - 1;

/**
 * A copy of the server in which the transaction of a credit is split on purpose. Returns the folder
 * of its sources.
 */
export function controlBuild(): string {
  const home = mkdtempSync(join(tmpdir(), 'samtrot-control-'));
  for (const part of ['server/src', 'server/migrations', 'server/package.json', 'package.json'])
    cpSync(join(ROOT, part), join(home, part), { recursive: true });
  for (const part of ['node_modules', 'server/node_modules'])
    if (existsSync(join(ROOT, part))) symlinkSync(join(ROOT, part), join(home, part));
  for (const split of SPLITS) {
    if (occurrences(split) !== 1)
      throw new Error(`${split.file} has changed: nothing to split at ${split.from}`);
    const path = join(home, 'server/src', split.file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(split.from, split.to));
  }
  return join(home, 'server/src');
}
