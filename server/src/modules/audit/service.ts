import type * as contract from '@samtrot/shared/audit/contract.ts';
import { auditLabel, objectLabel, SCOPED_KINDS } from '@samtrot/shared/audit/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatChf, formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { orderIn } from '@samtrot/shared/kernel/sorting.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { grantOf, RIGHTS } from '@samtrot/shared/staff/rights.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db.ts';
import { cursorOf, inWords, type Ordering, placeIn } from '../../platform/keyset.ts';
import * as store from './store.ts';

/** More lines than one answer should hold. */
const EXPORT_MAX = 100_000;

type Log = Output<typeof contract.getAuditLog>;
type Figures = Log['lines'][number]['after'];

const WHO: Record<string, string> = { system: 'System', cli: 'System', visitor: 'Besuch' };

/** What a person does before she has a log-in: the line is about her. */
const HER_OWN = ['staff_login', 'staff_enrolled'];

const whoOf = ({ action, actor, staff_name }: store.AuditLine, about: string): string =>
  HER_OWN.includes(action)
    ? about
    : (staff_name ?? WHO[actor] ?? actor.replace(/^user:/, 'Konto '));

function aboutOf({ action, object }: store.AuditLine, { names }: Names): string {
  // Its object is a fingerprint of the file.
  if (action === 'bank_imported') return 'Bankauszug';
  return names.get(object) ?? objectLabel(object);
}

const shown = (line: store.AuditLine, names: Names): Log['lines'][number] => ({
  id: line.id,
  at: line.at.toISOString(),
  who: whoOf(line, aboutOf(line, names)),
  action: line.action,
  label: auditLabel(line.action),
  object: names.payments.get(line.object) ?? line.object,
  about: aboutOf(line, names),
  right: line.right && RIGHTS[line.right].label,
  reason: line.reason,
  before: named(line.before ?? {}, names),
  after: named({ ...line.details, ...line.after }, names),
  request: line.request,
});

/**
 * Figures that are the number of a person are her name; a hold is named with its thing, a payment
 * by its number, a refund by its amount and day.
 */
const named = (figures: Figures, { names }: Names) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      if (name === 'assigned_to') return [name, names.get(`staff:${value}`) ?? ''];
      const hold = names.get(holdIn(name, value) ?? String(value));
      return [name, hold && name === 'hold' ? hold.replace('Sperre ', '') : (hold ?? value)];
    }),
  );

/** `hold:4` of a figure that names a hold. */
const holdIn = (name: string, value: Figures[string]): string | undefined =>
  name === 'hold'
    ? `hold:${value}`
    : name === 'object' && String(value).startsWith('hold:')
      ? String(value)
      : undefined;

interface Names {
  /** By the object of a line or the value of a figure. */
  names: ReadonlyMap<string, string>;
  /** `payment:70213` by the id that the line has. */
  payments: ReadonlyMap<string, string>;
}

const UUID = /^(?:payment:)?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;

/**
 * The names of people and websites, and of the holds, payments and refunds of these lines:
 * «Sperre Nr. 4 · Inserat 20001», «Zahlung 70213», «CHF 37.- vom 22.11.2026».
 */
async function namesFor(db: StaffCtx['db'], lines: readonly store.AuditLine[]): Promise<Names> {
  const figures = lines.flatMap(({ details, before, after }) =>
    [details, before ?? {}, after ?? {}].flatMap((of) => Object.entries(of)),
  );
  const objects = lines.map(({ object }) => object);
  const holds = [
    ...objects.filter((object) => object.startsWith('hold:')),
    ...figures.flatMap(([name, value]) => holdIn(name, value) ?? []),
  ];
  const ids = holds.map((hold) => Number(hold.slice('hold:'.length)));
  const known = await store.thingsOfHolds(db, ids.filter(Number.isSafeInteger));
  const money = [...objects, ...figures.map(([, value]) => String(value))].flatMap(
    (text) => UUID.exec(text)?.[1] ?? [],
  );
  const { payments, refunds } = await store.moneyNamed(db, [...new Set(money)]);
  return {
    payments: new Map(payments.map(({ id, number }) => [`payment:${id}`, `payment:${number}`])),
    names: new Map([
      ...(await store.namesOf(db)),
      ...[...known].map(([id, object]): [string, string] => [
        `hold:${id}`,
        `${objectLabel(`hold:${id}`)} · ${objectLabel(object)}`,
      ]),
      ...payments.flatMap(({ id, number }): [string, string][] => [
        [id, paymentName(number)],
        [`payment:${id}`, paymentName(number)],
      ]),
      ...refunds.map(({ id, amount, at }): [string, string] => [
        id,
        `${formatChf(amount)} vom ${formatDate(at)}`,
      ]),
    ]),
  };
}

/** What of the log the reader's role may read: a moderator her own lines, others some kinds. */
function scopeOf({ actor }: StaffCtx, right: 'audit.read' | 'audit.export'): store.AuditFilter {
  if (actor.kind !== 'staff') return {};
  const scope = grantOf(actor.role, right)?.scope;
  if (scope === undefined) return {};
  if (scope === 'own_lines') return { scope: { staffId: actor.staffId } };
  return { scope: { kinds: SCOPED_KINDS[scope]! } };
}

/** Kinds follow by their words, only those that may be read. */
async function orderingOf(
  db: StaffCtx['db'],
  filter: store.AuditFilter,
  sort: Input<typeof contract.getAuditLog>['sort'],
): Promise<Ordering> {
  const { column, falling } = orderIn(sort ?? '-at');
  if (column === 'at') return store.byTime(falling);
  const { kind, scope } = filter;
  const read = scope && 'kinds' in scope ? scope.kinds : null;
  const kinds = (await store.listKinds(db, filter)).filter(
    (one) => (kind === undefined || one === kind) && (read === null || read.includes(one)),
  );
  return store.byKind(inWords(kinds, auditLabel), falling);
}

/** People and websites are searched by the names that the lines show. */
const objectNamed = (names: ReadonlyMap<string, string>, typed: string | undefined) =>
  [...names].find(([, name]) => name.toLowerCase() === typed?.toLowerCase())?.[0] ?? typed;

/** A page of the log (BOF-140). @throws INVALID_INPUT */
export async function auditLog(
  ctx: StaffCtx,
  { sort, cursor, limit, ...filter }: Input<typeof contract.getAuditLog>,
): Promise<Log> {
  const { db } = ctx;
  assertDays(filter);
  const object = objectNamed(await store.namesOf(db), filter.object);
  const asked = {
    ...filter,
    ...scopeOf(ctx, 'audit.read'),
    objects: object === undefined ? undefined : await store.objectsOf(db, object),
  };
  const ordering = await orderingOf(db, asked, sort);
  const after = placeIn({ cursor, sort }, ordering);
  const found = await store.listLines(db, asked, { ordering, after, limit: limit + 1 });
  const lines = found.slice(0, limit);
  const shownNames = await namesFor(db, lines);
  const last = await store.newestCheckpoint(db);
  return {
    lines: lines.map((line) => shown(line, shownNames)),
    cursor: found.length > limit ? cursorOf(sort, lines.at(-1)!.place) : null,
    people: (await store.listNames(db)).map(({ id, name }) => ({ actor: `staff:${id}`, name })),
    checkpoint: last
      ? { at: last.made_at.toISOString(), line: last.last_line, hash: last.hash.toString('hex') }
      : null,
  };
}

/** @throws INVALID_INPUT for days that no calendar has */
function assertDays(days: { from?: string | undefined; to?: string | undefined }): void {
  for (const name of ['from', 'to'] as const) {
    const day = days[name];
    const real = day === undefined || new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
    if (!real) throw invalid({ [name]: fieldTexts.format });
  }
}

const COLUMNS = [
  ...['Nummer', 'Zeit', 'Wer', 'Was', 'Worum', 'Recht', 'Grund', 'Vorher', 'Nachher', 'Anfrage'],
];
const figures = (of: object) => (Object.keys(of).length === 0 ? '' : JSON.stringify(of));

/** The lines of some days as a file; itself a line (BOF-141). @throws INVALID_INPUT */
export async function exportLog(
  ctx: StaffCtx,
  { from, to, format }: Input<typeof contract.exportAuditLog>,
): Promise<Output<typeof contract.exportAuditLog>> {
  assertDays({ from, to });
  const found = await store.listLines(
    ctx.db,
    { from, to, ...scopeOf(ctx, 'audit.export') },
    { ordering: store.byTime(true), after: null, limit: EXPORT_MAX + 1 },
  );
  if (found.length > EXPORT_MAX) throw invalid({ to: 'Zu viele Zeilen. Wähle weniger Tage.' });
  const object = `audit:${from}/${to}`;
  const after = { lines: found.length, format };
  await auditChange(ctx, 'audit_exported', { right: 'audit.export', object, after });
  const names = await namesFor(ctx.db, found);
  const lines = found.reverse().map((line) => ({ ...shown(line, names), time: line.at }));
  const name = `protokoll-${from}-${to}.${format}`;
  if (format === 'jsonl')
    return {
      name,
      text: lines.map(({ time: _, ...line }) => `${JSON.stringify(line)}\n`).join(''),
    };
  const rows = lines.map((line) =>
    csvLine([
      ...[line.id, formatDateTime(line.time), line.who, line.label, line.object],
      ...[line.right ?? '', line.reason ?? '', figures(line.before), figures(line.after)],
      line.request ?? '',
    ]),
  );
  return { name, text: BYTE_ORDER_MARK + csvLine(COLUMNS) + rows.join('') };
}

/** Writes the checkpoint of the hour, once its time has come. */
export async function checkpoint(db: Database, now: Date): Promise<void> {
  const last = await db.transaction().execute(store.newestCheckpoint);
  if (last && now.getTime() - last.made_at.getTime() < HOUR_MS) return;
  // Two transactions: the first blocks all writers for an instant, since only then it is final.
  const upTo = await db.transaction().execute(store.watermark);
  await db.transaction().execute((inner) => store.writeCheckpoint(inner, upTo, now));
}

/** Longer than a statement may otherwise take: it reads the whole log. */
const CHECK_TIMEOUT = '15min';

/** Checks the whole hash chain once a day and keeps what was found. */
export const checkDaily = (db: Database, now: Date): Promise<void> =>
  db.transaction().execute(async (sql) => {
    const before = new Date(now.getTime() - DAY_MS);
    if (!(await store.claimCheck(sql, { now, before }))) return;
    await store.allowStatementFor(sql, CHECK_TIMEOUT);
    await store.noteCheck(sql, (await store.checkChain(sql)).broken);
  });

export { checkChain, newestCheckpoint, oldestUncovered, wasBroken } from './store.ts';
