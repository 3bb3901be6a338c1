import { hidesAddress, PLACE_TITLES, placeOf } from '@samtrot/shared/inserate/place.ts';
import { KEPT_DAYS, REPORT_KEPT_MONTHS } from '@samtrot/shared/legal/retention-rules.ts';
import type { ReportedThing, ReportReason, ReportSource } from '@samtrot/shared/reports/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import {
  type Ciphertext,
  currentDataKeys,
  encryptedColumn,
  nextId,
} from '../../platform/encryption.ts';
import { clubContact } from '../clubs/service.ts';
import { adContact } from '../inserate/service.ts';

const OF_REPORT = { table: 'report', row: ['id'] } as const;
export const messageColumn = encryptedColumn({ ...OF_REPORT, column: 'message' });
const nameColumn = encryptedColumn({ ...OF_REPORT, column: 'name' });
export const emailColumn = encryptedColumn({ ...OF_REPORT, column: 'email', hash: 'email_hash' });
const phoneColumn = encryptedColumn({ ...OF_REPORT, column: 'phone' });
export const answerColumn = encryptedColumn({ ...OF_REPORT, column: 'answer' });
export const statementColumn = encryptedColumn({ ...OF_REPORT, column: 'statement' });
export const objectionColumn = encryptedColumn({ ...OF_REPORT, column: 'objection' });
const OF_SNAPSHOT = { table: 'report_snapshot', row: ['report_id'] } as const;
export const snapshotTexts = {
  title: encryptedColumn({ ...OF_SNAPSHOT, column: 'title' }),
  name: encryptedColumn({ ...OF_SNAPSHOT, column: 'name' }),
  body: encryptedColumn({ ...OF_SNAPSHOT, column: 'body' }),
  contact: encryptedColumn({ ...OF_SNAPSHOT, column: 'contact' }),
};
export const snapshotColumns = Object.values(snapshotTexts);
export const encryptedColumns = [
  ...[messageColumn, nameColumn, emailColumn, phoneColumn, answerColumn, statementColumn],
  objectionColumn,
  ...snapshotColumns,
];

/** By what the audit log names it. */
export const auditedReport = (id: number): string => `report:${id}`;

export type ReportedState = 'online' | 'offline' | 'held' | 'deleted';

/** What is reported, as visitors see it or saw it last. */
export interface Reported {
  id: number;
  account_id: number;
  was: ReportedState;
  title: string;
  name: string;
  body: string;
  /** By their labels. */
  contact: Record<string, string>;
}

interface Switches {
  adresse_anzeigen: boolean;
  ort_anzeigen: boolean;
}

/** What has been published once and bears this id, also when it is deleted by now. */
export async function findReported(
  db: Sql,
  thing: ReportedThing,
  publicId: string,
  now: Date,
): Promise<Reported | undefined> {
  type Stored = Omit<Reported, 'contact'> &
    Partial<Switches> & { contact: Ciphertext | null; link?: string };
  const found: Record<ReportedThing, RawBuilder<Stored>> = {
    inserat: sql`
      select id, account_id, titel as title, name, beschreibung as body,
             case when status = 'geloescht' then 'deleted'
                  when held_at is not null then 'held'
                  when status = 'aktiv' and start_at <= ${now} and end_at > ${now} then 'online'
                  else 'offline' end as was,
             contact, adresse_anzeigen, ort_anzeigen
        from inserat where public_id = ${publicId} and status not in ('leer', 'entwurf')`,
    club: sql`
      select id, account_id, titel as title, club_name as name, beschreibung as body,
             case when deleted_at is not null then 'deleted'
                  when held_at is not null then 'held'
                  when shown_from <= ${now} and shown_until > ${now} then 'online'
                  else 'offline' end as was,
             contact
        from club where public_id = ${publicId} and (placed_at is not null or deleted_at is not null)`,
    banner: sql`
      select b.id, b.account_id, '' as title, '' as name, b.text as body,
             case when b.deleted_at is not null then 'deleted'
                  when b.held_at is not null then 'held'
                  when b.hidden_at is null and k.start_at <= ${now} and k.end_at > ${now} then 'online'
                  else 'offline' end as was,
             b.url as link, null as contact
        from banner b left join banner_booking k on k.id = b.booking_id
       where b.public_id = ${publicId} and (b.booking_id is not null or b.deleted_at is not null)`,
  };
  const [row] = (await found[thing].execute(db)).rows;
  if (!row) return undefined;
  const { link = '', ...stored } = row;
  if (thing === 'banner') return { ...stored, contact: { Link: link } };
  return { ...stored, contact: thing === 'club' ? shownOfClub(stored) : shownOfAd(stored) };
}

const PRIVATE_CONTACT = ['Telefon', 'WhatsApp', 'Person'];
/** How much of the address an ad shows. */
const PLACE_LABEL = 'Wo im Inserat';

/**
 * What of these is not for everybody of the house: phones, who stands behind a club, and an address
 * that visitors do not see, or did not see, whole.
 */
export function privateIn(thing: ReportedThing, contacts: readonly Reported['contact'][]) {
  const hidden =
    thing === 'inserat' &&
    contacts.some((contact) => hidesAddress(contact.Adresse, contact[PLACE_LABEL]));
  const labels = hidden ? [...PRIVATE_CONTACT, 'Adresse'] : PRIVATE_CONTACT;
  return {
    any: contacts.some((contact) => labels.some((label) => (contact[label] ?? '') !== '')),
    without: (contact: Reported['contact']): Reported['contact'] =>
      Object.fromEntries(Object.entries(contact).filter(([label]) => !labels.includes(label))),
  };
}

const line = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

function shownOfAd(row: Pick<Reported, 'id'> & Partial<Switches> & { contact: Ciphertext | null }) {
  const { telefon, whatsapp, homepage, ...at } = adContact.read(row);
  const { strasse_und_nummer, adressezusatz, postleitzahl, ort, land } = at;
  // A country alone, which each ad has, is no address.
  const address = line([strasse_und_nummer, adressezusatz, postleitzahl, ort]);
  return {
    Telefon: telefon,
    WhatsApp: whatsapp,
    Webseite: homepage,
    Adresse: address && line([address, land]),
    [PLACE_LABEL]: PLACE_TITLES[placeOf(row)],
  };
}

function shownOfClub(row: Pick<Reported, 'id'> & { contact: Ciphertext | null }) {
  const { telefon, homepage, vollstaendiger_name, ...at } = clubContact.read(row);
  return {
    Telefon: telefon,
    Webseite: homepage,
    Person: vollstaendiger_name,
    Adresse: line([at.strasse_und_nummer, at.postleitzahl, at.ort]),
  };
}

/** The website of this public id. */
export async function websiteNamed(db: Sql, publicId: string): Promise<number | null> {
  const row = await db
    .selectFrom('website')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Names of the websites that have it, or had it last. */
export async function websitesWith(
  db: Sql,
  thing: ReportedThing,
  itemId: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('placement as p')
    .innerJoin('website as w', 'w.id', 'p.website_id')
    .select('w.name')
    .where('p.kind', '=', thing)
    .where('p.item_id', '=', itemId)
    .orderBy('w.name')
    .execute();
  return rows.map(({ name }) => name);
}

export interface NewReport {
  thing: ReportedThing;
  reported: Reported;
  websiteId: number | null;
  byWebsite: boolean;
  reason: ReportReason;
  message: string;
  name: string;
  email: string;
  phone: string;
  /** Of the sender's own connection. */
  network: string | null;
  visit: string | null;
  alertAt: Date | null;
  at: Date;
  sendKey: string | null;
}

const hashOf = (what: 'network' | 'visit', text: string | null) =>
  text === null ? null : currentDataKeys().lookup(text, `report ${what}`);

/** Inserts the report; returns its id. */
export async function insertReport(db: Sql, report: NewReport): Promise<number> {
  const id = await nextId(db, 'report');
  const { message, name, email, phone, reported } = report;
  await db
    .insertInto('report')
    .values({
      id,
      thing: report.thing,
      item_id: reported.id,
      account_id: reported.account_id,
      website_id: report.websiteId,
      by_website: report.byWebsite,
      reason: report.reason,
      message: message === '' ? null : messageColumn.encrypt(message, id),
      name: name === '' ? null : nameColumn.encrypt(name, id),
      email: email === '' ? null : emailColumn.encrypt(email, id),
      email_hash: email === '' ? null : emailColumn.lookup(email),
      phone: phone === '' ? null : phoneColumn.encrypt(phone, id),
      network_hash: hashOf('network', report.network),
      visit_hash: hashOf('visit', report.visit),
      received_at: report.at,
      alert_at: report.alertAt,
      send_key: report.sendKey,
    })
    .execute();
  return id;
}

type Said = Pick<NewReport, 'thing' | 'reason' | 'message' | 'name' | 'email' | 'phone'> & {
  itemId: number;
};

/** What was sent under this key; of two calls with one key the second waits here. */
export async function findSent(db: Sql, sendKey: string): Promise<({ id: number } & Said)[]> {
  const lock = currentDataKeys().lookup(sendKey, 'report send_key').readBigInt64BE(0);
  await sql`select pg_advisory_xact_lock(${String(lock)}::bigint)`.execute(db);
  const { rows } = await sql<
    { id: number; itemId: number; thing: ReportedThing; reason: ReportReason } & Record<
      'message' | 'name' | 'email' | 'phone',
      Ciphertext | null
    >
  >`select id, item_id as "itemId", thing, reason, message, name, email, phone
      from report where send_key = ${sendKey} order by id`.execute(db);
  return rows.map(({ id, message, name, email, phone, ...of }) => ({
    ...of,
    id,
    message: message === null ? '' : messageColumn.decrypt(message, id),
    name: name === null ? '' : nameColumn.decrypt(name, id),
    email: email === null ? '' : emailColumn.decrypt(email, id),
    phone: phone === null ? '' : phoneColumn.decrypt(phone, id),
  }));
}

/** How many reports name this address since then. */
export async function reportsFrom(db: Sql, email: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('report')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('email_hash', '=', emailColumn.lookup(email))
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

interface NewSnapshot {
  reported: Reported;
  images: string[];
  websites: string[];
  at: Date;
}

export async function insertSnapshot(
  db: Sql,
  reportId: number,
  { reported, images, websites, at }: NewSnapshot,
): Promise<void> {
  const { title, name, body, contact, was } = reported;
  await db
    .insertInto('report_snapshot')
    .values({
      report_id: reportId,
      was,
      title: snapshotTexts.title.encrypt(title, reportId),
      name: snapshotTexts.name.encrypt(name, reportId),
      body: snapshotTexts.body.encrypt(body, reportId),
      contact: snapshotTexts.contact.encrypt(JSON.stringify(contact), reportId),
      images,
      websites,
      taken_at: at,
    })
    .execute();
}

export interface DueAlert {
  id: number;
  thing: ReportedThing;
  item_id: number;
  reason: ReportReason;
  received_at: Date;
  alerts: number;
}

/** Claims one urgent report that nobody has opened and that is to be mailed now. */
export async function claimAlert(ctx: JobContext): Promise<DueAlert | undefined> {
  const { rows } = await sql<DueAlert>`
    select id, thing, item_id, reason, received_at, alerts from report
     where alert_at <= ${ctx.now} and ${dueOnly(ctx)}
     order by alert_at limit 1 for update skip locked`.execute(ctx.db);
  ctx.due?.claimed(rows.map(({ id }) => id));
  return rows[0];
}

export async function noteAlert(
  db: Sql,
  id: number,
  { alerts, nextAt }: { alerts: number; nextAt: Date | null },
): Promise<void> {
  await db.updateTable('report').set({ alerts, alert_at: nextAt }).where('id', '=', id).execute();
}

const BATCH = 100;

/** Erases the hashes of senders after 30 days; returns how many reports it changed. */
export async function eraseSources(db: Sql, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update report set network_hash = null, visit_hash = null
     where (network_hash is not null or visit_hash is not null)
       and received_at <= ${now}::timestamptz - make_interval(days => ${KEPT_DAYS.reportSource})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Erases what reporters said of themselves six months after the decision. */
export async function eraseReporters(db: Sql, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update report set name = null, email = null, email_hash = null, phone = null
     where (name is not null or email is not null or phone is not null)
       and decided_at <= ${now}::timestamptz - make_interval(months => ${REPORT_KEPT_MONTHS.reporter})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Deletes reports decided so many months ago with their snapshots; returns their ids. */
export async function deleteDecided(db: Sql, now: Date, months: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from report where id in (
      select id from report
       where decided_at <= ${now}::timestamptz - make_interval(months => ${months})
       order by id limit ${BATCH} for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A report with its source, as the rules of independence compare it. */
export interface SourceRow extends ReportSource {
  id: number;
  reason: ReportReason;
  state: string;
  received_at: Date;
  decided_at: Date | null;
}

const SOURCE = sql.raw(`id, reason, state, received_at, decided_at,
  encode(network_hash, 'hex') as network, encode(email_hash, 'hex') as email,
  encode(visit_hash, 'hex') as visit, case when by_website then website_id end as website`);

/** The sources of all reports on a thing but the unjustified ones. */
export async function sourcesOn(
  db: Sql,
  thing: ReportedThing,
  itemId: number,
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select ${SOURCE} from report
     where thing = ${thing} and item_id = ${itemId} and state <> 'unjustified'
     order by id`.execute(db);
  return rows;
}

export async function sourceOf(db: Sql, id: number): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`select ${SOURCE} from report where id = ${id}`.execute(db);
  return rows[0]!;
}

/** Unjustified reports that share something with the senders of these, each hash by its index. */
export async function unjustifiedLike(
  db: Sql,
  reportIds: readonly number[],
): Promise<(ReportSource & { decided_at: Date })[]> {
  const alike = (hash: 'network_hash' | 'email_hash' | 'visit_hash') => sql`
    select u.id from report r join report u on u.${sql.ref(hash)} = r.${sql.ref(hash)}
     where r.id = any(${[...reportIds]}::bigint[]) and u.state = 'unjustified'`;
  const { rows } = await sql<ReportSource & { decided_at: Date }>`
    select ${SOURCE} from report where id in (
      ${alike('network_hash')} union ${alike('email_hash')} union ${alike('visit_hash')})`.execute(
    db,
  );
  return rows;
}

export async function noteAutomatic(
  db: Sql,
  reportIds: readonly number[],
  holdId: number,
): Promise<void> {
  await db
    .updateTable('report')
    .set({ automatic: true, hold_id: holdId })
    .where('id', 'in', [...reportIds])
    .execute();
}

/** Held until the transaction ends. */
export async function lockDecisions(db: Sql, thing: ReportedThing, itemId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`report ${thing} ${itemId}`}, 0))`.execute(db);
}

export async function reportedAccount(db: Sql, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('report')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.account_id;
}

export interface SiteReport {
  id: number;
  thing: ReportedThing;
  public_id: string;
  reason: ReportReason;
  received_at: Date;
  state: string;
  decided_at: Date | null;
}

/** What was reported on a website, the newest first; nothing of who did. */
export async function reportsOfWebsite(
  db: Sql,
  { websiteId, since, limit }: { websiteId: number; since: Date; limit: number },
): Promise<SiteReport[]> {
  const { rows } = await sql<SiteReport>`
    select r.id, r.thing, coalesce(i.public_id, c.public_id, b.public_id) as public_id, r.reason,
           r.received_at, r.state, r.decided_at
      from report r
      left join inserat i on r.thing = 'inserat' and i.id = r.item_id
      left join club c on r.thing = 'club' and c.id = r.item_id
      left join banner b on r.thing = 'banner' and b.id = r.item_id
     where r.website_id = ${websiteId} and r.received_at >= ${since}
     order by r.id desc limit ${limit}`.execute(db);
  return rows;
}
