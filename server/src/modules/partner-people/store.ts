import type { PartnerRole } from '@samtrot/shared/partners/people-rules.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { type Ciphertext, encryptedColumn, nextId } from '../../platform/encryption.ts';

/** Somebody of a website whose access has not ended. */
export interface Person {
  id: number;
  website_id: number;
  name: string;
  email: string;
  password_hash: string;
  role: PartnerRole;
  last_login_at: Date | null;
}

const COLUMNS = [
  ...(['id', 'website_id', 'name', 'email', 'password_hash', 'role', 'last_login_at'] as const),
] as const;

export const personEmail = encryptedColumn({
  table: 'partner_user',
  column: 'email',
  row: ['id'],
  hash: 'email_hash',
  caseless: true,
});
export const invitationEmail = encryptedColumn({
  table: 'partner_invitation',
  column: 'email',
  row: ['id'],
  hash: 'email_hash',
  caseless: true,
});

type Stored = Omit<Person, 'role' | 'email' | 'password_hash'> & {
  role: string;
  email: Ciphertext | null;
  password_hash: string | null;
};

const opened = (row: Stored): Person => ({
  ...row,
  role: row.role as PartnerRole,
  // The table has both while the access lasts.
  email: personEmail.decrypt(row.email!, row.id),
  password_hash: row.password_hash!,
});

const present = (db: Sql | Database) =>
  db.selectFrom('partner_user').select(COLUMNS).where('ended_at', 'is', null);

export async function findByEmail(db: Sql | Database, email: string): Promise<Person | undefined> {
  const row = await present(db)
    .where('email_hash', 'in', personEmail.lookups(email.trim()))
    .executeTakeFirst();
  return row && opened(row);
}

export async function loadForUpdate(db: Sql, id: number): Promise<Person | undefined> {
  const row = await present(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && opened(row);
}

export async function listPeople(
  db: Sql,
  websiteId: number,
): Promise<(Person & { has_factor: boolean })[]> {
  const rows = await present(db)
    .select((is) => [
      is
        .or([
          is.exists(
            is
              .selectFrom('partner_factor')
              .whereRef('partner_factor.partner_user_id', '=', 'partner_user.id')
              .where('secret', 'is not', null),
          ),
          is.exists(
            is
              .selectFrom('partner_passkey')
              .whereRef('partner_passkey.partner_user_id', '=', 'partner_user.id'),
          ),
        ])
        .$castTo<boolean>()
        .as('has_factor'),
    ])
    .where('website_id', '=', websiteId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ has_factor, ...row }) => ({ ...opened(row), has_factor }));
}

interface NewPerson {
  websiteId: number;
  name: string;
  email: string;
  passwordHash: string;
  role: PartnerRole;
  now: Date;
}

/** The id of the new person; undefined when the address is taken. */
export async function insertPerson(
  db: Sql,
  { websiteId, name, email, passwordHash, role, now }: NewPerson,
): Promise<number | undefined> {
  // During a rotation the unique hash of the other key would not refuse it.
  if (await findByEmail(db, email)) return undefined;
  const id = await nextId(db, 'partner_user');
  const row = await db
    .insertInto('partner_user')
    .values({
      id,
      website_id: websiteId,
      name,
      email: personEmail.encrypt(email.trim(), id),
      email_hash: personEmail.lookup(email.trim()),
      password_hash: passwordHash,
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
  changed: { role?: PartnerRole; last_login_at?: Date; password_hash?: string },
): Promise<void> {
  await db.updateTable('partner_user').set(changed).where('id', '=', id).execute();
}

/** Ends the access: log-ins, factors, address and password go, the name stays. */
export async function endPerson(db: Sql, id: number, now: Date): Promise<void> {
  for (const table of [
    'partner_login',
    'partner_pending_login',
    'partner_factor',
    'partner_passkey',
    'partner_recovery_code',
    'partner_password_link',
  ] as const)
    await db.deleteFrom(table).where('partner_user_id', '=', id).execute();
  await db
    .updateTable('partner_user')
    .set({ ended_at: now, email: null, email_hash: null, password_hash: null })
    .where('id', '=', id)
    .execute();
}

export interface Invitation {
  id: number;
  website_id: number;
  email: string;
  role: PartnerRole;
  expires_at: Date;
}

const INVITATION = ['id', 'website_id', 'email', 'role', 'expires_at'] as const;

const openedInvitation = (
  row: Omit<Invitation, 'email' | 'role'> & { email: Ciphertext; role: string },
): Invitation => ({
  ...row,
  role: row.role as PartnerRole,
  email: invitationEmail.decrypt(row.email, row.id),
});

interface Moment {
  db: Sql;
  now: Date;
}

/** An invitation that is valid, by the hash of its token. */
export async function invitationForUpdate(
  { db, now }: Moment,
  tokenHash: Buffer,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('partner_invitation')
    .select(INVITATION)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row && openedInvitation(row);
}

export async function listInvitations({ db, now }: Moment, websiteId: number) {
  const rows = await db
    .selectFrom('partner_invitation')
    .select(INVITATION)
    .where('website_id', '=', websiteId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute();
  return rows.map(openedInvitation);
}

interface NewInvitation extends Omit<Invitation, 'id'> {
  token_hash: Buffer;
  created_at: Date;
}

/** Keeps an invitation; an earlier one of the address to the website is void. Returns its id. */
export async function saveInvitation(
  db: Sql,
  { email, ...invitation }: NewInvitation,
): Promise<number> {
  await db
    .deleteFrom('partner_invitation')
    .where('website_id', '=', invitation.website_id)
    .where('email_hash', 'in', invitationEmail.lookups(email))
    .execute();
  const id = await nextId(db, 'partner_invitation');
  await db
    .insertInto('partner_invitation')
    .values({
      id,
      ...invitation,
      email: invitationEmail.encrypt(email, id),
      email_hash: invitationEmail.lookup(email),
    })
    .execute();
  return id;
}

/** False unless the website has it. */
export async function deleteInvitation(db: Sql, websiteId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('partner_invitation')
    .where('website_id', '=', websiteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
