/** Recovery codes: random, shown once, each good once. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../crypto.ts';
import type { Sql } from '../db.ts';
import type { DB } from '../schema.generated.ts';

/** Without I, L, O and U, which are mistaken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 120 bits, so that a plain hash protects them (at least 112, NIST 800-63B-4). */
const LENGTH = 24;
const GROUP = 4;

/** Where the hashes of one person's codes are kept. */
export interface RecoveryCodeStore {
  replaceAll(hashes: Buffer[]): Promise<void>;
  /** Marks an unused code as used; of two calls at once one returns true. */
  consume(hash: Buffer): Promise<boolean>;
}

/** Access to the codes of one kind of people; `owner` is the column that references the person. */
export function recoveryCodeTable(
  name: keyof DB & `${string}recovery_code`,
  owner: string,
  { createdAt = false } = {},
) {
  const [table, person] = [sql.table(name), sql.ref(owner)];
  return {
    store: (db: Sql, personId: number, now: Date): RecoveryCodeStore => ({
      async replaceAll(hashes) {
        await sql`delete from ${table} where ${person} = ${personId}`.execute(db);
        await sql`
          insert into ${table} (code_hash, ${person} ${createdAt ? sql`, created_at` : sql``})
          select code_hash, ${personId}::bigint ${createdAt ? sql`, ${now}::timestamptz` : sql``}
            from unnest(${hashes}::bytea[]) as code_hash`.execute(db);
      },
      async consume(hash) {
        const { numAffectedRows } = await sql`
          update ${table} set used_at = ${now}
           where code_hash = ${hash} and ${person} = ${personId} and used_at is null`.execute(db);
        return numAffectedRows === 1n;
      },
    }),
    /** Number of unused codes. */
    async unused(db: Sql, personId: number): Promise<number> {
      const { rows } = await sql<{ unused: number }>`
        select count(*)::int as unused from ${table}
         where ${person} = ${personId} and used_at is null`.execute(db);
      return rows[0]!.unused;
    },
  };
}

/** Replaces all codes of a person; returns the new ones, in groups, to be shown once. */
export async function replaceRecoveryCodes(
  store: RecoveryCodeStore,
  count: number,
): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  await store.replaceAll(codes.map(hashToken));
  return codes.map((code) => code.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-'));
}

/** @param code without separators, as `tidyRecoveryCode` returns it */
export const consumeRecoveryCode = (store: RecoveryCodeStore, code: string): Promise<boolean> =>
  store.consume(hashToken(code));

/** 256 is a multiple of 32: every character is equally likely. */
const newCode = () =>
  [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join('');
