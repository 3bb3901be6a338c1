import type { Role, StaffState } from '@samtrot/shared/staff/roles.ts';
import type { StaffPerson } from '../../platform/action.ts';
import type { Database, Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import { encryptedColumn, nextId } from '../../platform/encryption.ts';
import type { Help } from './mail-templates.ts';

export type { StaffState };

export interface Person {
  id: number;
  name: string;
  sign: string;
  email: string;
  password_hash: string | null;
  role: Role;
  state: StaffState;
  created_at: Date;
  last_login_at: Date | null;
}

const COLUMNS = [
  ...(['id', 'name', 'sign', 'email', 'password_hash', 'role', 'state'] as const),
  ...(['created_at', 'last_login_at'] as const),
] as const;

export const staffEmail = encryptedColumn({
  table: 'staff',
  column: 'email',
  row: ['id'],
  hash: 'email_hash',
  caseless: true,
});

type Stored = Omit<Person, 'role' | 'state' | 'email'> & {
  email: Ciphertext;
  role: string;
  state: string;
};

const opened = (row: Stored): Person => ({
  ...row,
  role: row.role as Role,
  state: row.state as StaffState,
  email: staffEmail.decrypt(row.email, row.id),
});

const select = (db: Sql | Database) => db.selectFrom('staff').select(COLUMNS);

export async function findByEmail(db: Sql | Database, email: string): Promise<Person | undefined> {
  const row = await select(db)
    .where('email_hash', 'in', staffEmail.lookups(email.trim()))
    .executeTakeFirst();
  return row && opened(row);
}

export async function findPerson(db: Sql, id: number): Promise<Person | undefined> {
  const row = await select(db).where('id', '=', id).executeTakeFirst();
  return row && opened(row);
}

export async function loadForUpdate(db: Sql, id: number): Promise<Person | undefined> {
  const row = await select(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && opened(row);
}

export async function listPeople(db: Sql): Promise<Person[]> {
  const rows = await select(db).orderBy('id').execute();
  return rows.map((row) => opened(row));
}

/**
 * Who can help this person with her access: an owner, of an owner another one, else nobody here.
 */
export async function helpFor(db: Sql, { id, role }: Pick<Person, 'id' | 'role'>): Promise<Help> {
  const other = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('state', '=', 'active')
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) return 'server';
  return role === 'owner' ? 'other_owner' : 'owner';
}

interface NewPerson {
  name: string;
  sign: string;
  email: string;
  role: Role;
  now: Date;
}

/** The id of the new person; undefined when the address or the sign is taken. */
export async function insertPerson(
  db: Sql,
  { name, sign, email, role, now }: NewPerson,
): Promise<number | undefined> {
  // During a rotation the unique hash of the other key would not refuse it.
  if (await findByEmail(db, email)) return undefined;
  const id = await nextId(db, 'staff');
  const row = await db
    .insertInto('staff')
    .values({
      id,
      name,
      sign,
      email: staffEmail.encrypt(email.trim(), id),
      email_hash: staffEmail.lookup(email.trim()),
      role,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updatePerson(
  db: Sql,
  id: number,
  changed: Partial<Pick<Person, 'role' | 'state' | 'password_hash' | 'last_login_at'>>,
): Promise<void> {
  await db.updateTable('staff').set(changed).where('id', '=', id).execute();
}

export const takenSigns = async (db: Sql): Promise<Set<string>> =>
  new Set((await db.selectFrom('staff').select('sign').execute()).map(({ sign }) => sign));

/** The active people with one of these roles, by name. */
export const activePeople = (db: Sql, roles: readonly Role[]) =>
  db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .where('role', 'in', roles)
    .orderBy('name')
    .execute();

/** The active owners, locked: of two that change at once one waits. */
export const activeOwnersForUpdate = async (db: Sql): Promise<number[]> =>
  (
    await db
      .selectFrom('staff')
      .select('id')
      .where('role', '=', 'owner')
      .where('state', '=', 'active')
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id);

/** How many active people besides this one, if it is one, have one of these roles. */
export async function othersWith(
  db: Sql,
  roles: readonly Role[],
  id: number | null,
): Promise<number> {
  const { others } = await db
    .selectFrom('staff')
    .select((is) => is.fn.countAll<number>().as('others'))
    .where('state', '=', 'active')
    .where('role', 'in', roles)
    .where('id', 'is distinct from', id)
    .executeTakeFirstOrThrow();
  return others;
}

/** The person as an actor, while active; locked against changes until the transaction ends. */
export async function actorForShare(
  db: Sql,
  id: number,
): Promise<Omit<StaffPerson, 'confirmedAt'> | undefined> {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'name', 'sign', 'role'])
    .where('id', '=', id)
    .where('state', '=', 'active')
    .forShare()
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, sign } = row;
  return { kind: 'staff', staffId: row.id, name, sign, role: row.role as Role };
}

/** The active people who want the digest, with the address it goes to and since when. */
export async function digestReaders(
  db: Sql,
): Promise<{ person: StaffPerson; email: string; since: Date }[]> {
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name', 'sign', 'role', 'email', 'digest_since'])
    .where('state', '=', 'active')
    .where('digest_since', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, sign, role, email, digest_since: since }) => ({
    // A reader by mail has confirmed nothing.
    person: {
      kind: 'staff',
      staffId: id,
      name,
      sign,
      role: role as Role,
      confirmedAt: new Date(0),
    },
    email: staffEmail.decrypt(email, id),
    since: since!,
  }));
}

/** False if the person had chosen so before. */
export async function chooseDigest(db: Sql, id: number, since: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ digest_since: since })
    .where('id', '=', id)
    .where('digest_since', since ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
