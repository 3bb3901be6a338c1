import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** One change to one file; a text that is not there any more ends the run, so that the copy is never whole by accident. */
const SPLITS: { file: string; from: string; to: string }[] = [
  {
    // The payment is marked as credited in one transaction and the credits are booked in the next.
    file: 'modules/topups/settlement.ts',
    from: "if (status === 'gutgeschrieben') await book(ctx, payment);\n      failPoint('credit.before_commit');",
    to: "if (status === 'gutgeschrieben') later = payment;",
  },
  {
    file: 'modules/topups/settlement.ts',
    from: "failPoint('credit.after_commit_before_reply');",
    to: `failPoint('credit.before_commit');
  const booked = later;
  if (booked) await db.transaction().execute((sql) => book({ db: sql, now }, booked));
  failPoint('credit.after_commit_before_reply');`,
  },
  {
    file: 'modules/topups/settlement.ts',
    from: '  const word = await provider.fetchStatus(ref);\n',
    to: '  const word = await provider.fetchStatus(ref);\n  let later: store.Payment | undefined;\n',
  },
];

/** A copy of the server in which the transaction of a credit is split on purpose. Answers the folder of its sources. */
export function controlBuild(): string {
  const home = mkdtempSync(join(tmpdir(), 'samtrot-naive-'));
  for (const part of ['server/src', 'server/migrations', 'server/package.json', 'package.json'])
    cpSync(join(ROOT, part), join(home, part), { recursive: true });
  for (const part of ['node_modules', 'server/node_modules'])
    if (existsSync(join(ROOT, part))) symlinkSync(join(ROOT, part), join(home, part));
  for (const { file, from, to } of SPLITS) {
    const path = join(home, 'server/src', file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has changed: the place to split is not there any more`);
    writeFileSync(path, text.replace(from, to));
  }
  return join(home, 'server/src');
}
