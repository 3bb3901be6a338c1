import { ACCOUNT_EVENTS } from '@samtrot/shared/access/events.ts';
import {
  LOOKS,
  type LookedAt,
  type LookKind,
  lookedAtLabel,
  lookerLabel,
} from '@samtrot/shared/access/looks.ts';
import { discountAt } from '@samtrot/shared/accounts/discount-rules.ts';
import { objectLabel } from '@samtrot/shared/audit/rules.ts';
import {
  type CardTab,
  COUNTED_TABS,
  contactReason,
  needsText,
  ROWS_A_PAGE,
} from '@samtrot/shared/customers/card-rules.ts';
import type * as contract from '@samtrot/shared/customers/contract.ts';
import { maskedEmail } from '@samtrot/shared/customers/search-rules.ts';
import { REASON_NAMES } from '@samtrot/shared/holds/reason-rules.ts';
import { HOLD_LABELS, mayRelease } from '@samtrot/shared/holds/status.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { orderIn } from '@samtrot/shared/kernel/sorting.ts';
import { tidyText } from '@samtrot/shared/kernel/text.ts';
import { REPORT_REASONS } from '@samtrot/shared/reports/rules.ts';
import { grantOf } from '@samtrot/shared/staff/rights.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import { SUPPORT_SUBJECTS } from '@samtrot/shared/support/rules.ts';
import { type Actors, assertRight, type Ctx } from '../../platform/action.ts';
import { auditLook } from '../../platform/audit.ts';
import { cursorOf, type Ordering, placeIn } from '../../platform/keyset.ts';
import { accountEmail, looksDelayedUntil, recordLook } from '../access/service.ts';
import { notesOf } from '../customer-notes/service.ts';
import { exportOf } from '../data-export/service.ts';
import * as holds from '../holds/service.ts';
import { termsOf } from '../texts/service.ts';
import * as wallet from '../wallet/service.ts';
import * as store from './card-store.ts';
import { dueBackOf } from './deletion.ts';
import { DELETED, stateOf } from './search.ts';
import { STATE_LABELS, stateLabel } from './state-labels.ts';

type Reading = Ctx<Actors['staff']>;

const MAX_PHONES = 5;
const SHOWN_LOOKS = 5;

/** The head of the card; contact data is masked (BOF-69, BOF-70). @throws NOT_FOUND */
export async function readCard(
  ctx: Reading,
  { account_id }: Input<typeof contract.customer>,
): Promise<Output<typeof contract.customer>> {
  const { db, now, actor } = ctx;
  const account = await store.findAccount(db, account_id);
  if (!account) throw new AppError('NOT_FOUND');
  const closed = account.closed_at !== null;
  // Not under the account: a delayed look must not stand in the copy of its data.
  await auditLook(ctx, 'card_opened', { right: 'customer.read', object: `card:${account_id}` });
  const email = closed ? '' : accountEmail.decrypt(account.email, account.id);
  const hold = await holds.findOpen(db, { thing: 'account', id: account_id });
  const { last, devices, factor } = await store.loginsOf(db, account_id, now);
  const discount = discountAt(account, now);
  const looks = await store.looksAt(db, account_id, SHOWN_LOOKS);
  return {
    account_id,
    name: closed ? DELETED : account.nickname,
    username: closed ? '' : account.username,
    email: email && maskedEmail(email),
    email_confirmed: account.email_confirmed_at !== null,
    state: stateOf(account),
    closed,
    since: account.created_at.toISOString(),
    delete_at: account.delete_at?.toISOString() ?? null,
    balance: await wallet.balance(db, account_id),
    parts: await store.partsOf(db, account_id),
    owed: await wallet.owed(db, account_id),
    running: await store.runningOf(db, account_id, now),
    due_back: await dueBackOf(db, account_id),
    discount_percent: discount,
    discount_until:
      discount > 0 && account.discount_ends_at
        ? new Date(account.discount_ends_at.getTime() - 1).toISOString()
        : null,
    terms: closed ? null : await termsOf({ db, now }, account_id),
    last_login_at: last?.toISOString() ?? null,
    devices,
    second_factor: factor,
    export:
      !closed && grantOf(actor.role, 'customer.export')
        ? await exportOf({ db, now }, account_id)
        : null,
    hold: hold
      ? { id: hold.id, label: HOLD_LABELS[hold.kind], releasable: mayRelease(hold.kind) }
      : null,
    counts: await store.tabCounts(
      db,
      COUNTED_TABS.filter(
        (tab) => tab !== 'meldungen-und-sperren' || grantOf(actor.role, 'report.read'),
      ),
      { accountId: account_id, now },
    ),
    looks_delayed_until: grantOf(actor.role, 'staff.manage')
      ? ((await looksDelayedUntil(db, account_id, now))?.toISOString() ?? null)
      : null,
    looks: looks.map(({ at, role, sign, kind, thing, thing_number }) => ({
      at: at.toISOString(),
      by: lookerLabel(role as Role | null, sign),
      what: [LOOKS[kind as LookKind], lookedAtLabel(thing as LookedAt, thing_number)]
        .filter(Boolean)
        .join(', '),
    })),
  };
}

/**
 * Address and phones of an open account, for a reason; its owner reads who looked and why (BOF-76).
 * @throws NOT_FOUND, REASON_REQUIRED
 */
export async function showContact(
  ctx: Reading,
  { account_id, cause, reason }: Input<typeof contract.showContact>,
): Promise<Output<typeof contract.showContact>> {
  const { db, actor } = ctx;
  const text = tidyText(reason);
  if (needsText(cause) && text === '') throw new AppError('REASON_REQUIRED');
  const account = await store.findAccount(db, account_id);
  if (!account || account.closed_at) throw new AppError('NOT_FOUND');
  await recordLook(ctx, {
    account: account_id,
    kind: 'contact',
    thing: { type: 'account', number: account_id },
    reason: contactReason(cause, text),
  });
  // The scope «mail only» of a role leaves phones out.
  const withPhones = grantOf(actor.role, 'customer.private')?.scope === undefined;
  return {
    email: accountEmail.decrypt(account.email, account.id),
    phones: withPhones ? await store.phonesOf(db, account_id, MAX_PHONES) : null,
  };
}

const labelsOf = (of: Record<string, { label: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(of).map(([code, { label }]) => [code, label]));

/** Words of the database in those of people. */
const TITLES: Partial<Record<CardTab, Record<string, string>>> = {
  nachrichten: Object.fromEntries(SUPPORT_SUBJECTS.map(({ value, label }) => [value, label])),
  'meldungen-und-sperren': {
    ...labelsOf(REPORT_REASONS),
    ...Object.fromEntries(
      Object.entries(REASON_NAMES).map(([code, name]) => [`hold:${code}`, name]),
    ),
  },
  protokoll: labelsOf(ACCOUNT_EVENTS),
};

function orderingOf({ tab, sort }: Input<typeof contract.customerTab>): Ordering {
  if (sort === undefined) return store.NEWEST;
  const { column, falling } = orderIn(sort);
  const labels = { title: TITLES[tab] ?? {}, state: STATE_LABELS };
  return { ...store.sorted(column, labels), falling };
}

/** Where a row opens for this role. */
function pathOf(tab: CardTab, { number, path, thing }: store.TabRow, role: Role): string | null {
  if (tab === 'zahlungen') return grantOf(role, 'money.read') ? `/geld/zahlungen/${number}` : path;
  return thing === null || grantOf(role, 'review.read') ? path : null;
}

/** Held, deleted or never begun. */
const NOT_HOLDABLE = ['gesperrt', 'geloescht', 'leer'];
/** One row more than a page tells whether there is a next one. */
const pageOf = (page: number) => ({ limit: ROWS_A_PAGE + 1, offset: (page - 1) * ROWS_A_PAGE });

/**
 * A page of a tab, newest first or sorted (BOF-70, BOF-144). @throws INVALID_INPUT, NOT_FOUND;
 * RIGHT_MISSING for reports and holds, which have a right of their own
 */
export async function readTab(
  { db, now, actor }: Reading,
  asked: Input<typeof contract.customerTab>,
): Promise<Output<typeof contract.customerTab>> {
  const { account_id, tab, number, sort, cursor } = asked;
  if (tab === 'meldungen-und-sperren') assertRight(actor, 'report.read');
  const account = await store.findAccount(db, account_id);
  if (!account) throw new AppError('NOT_FOUND');
  const ordering = orderingOf(asked);
  const rows = await store.tabRows(db, tab, {
    accountId: account_id,
    now,
    number,
    ordering,
    after: placeIn({ cursor, sort }, ordering),
    limit: ROWS_A_PAGE + 1,
  });
  const page = rows.slice(0, ROWS_A_PAGE);
  return {
    rows: page.map((row) => ({
      key: row.key,
      number: tab === 'meldungen-und-sperren' ? objectLabel(row.number) : row.number,
      title: TITLES[tab]?.[row.title] ?? row.title,
      state: stateLabel(row.state),
      at: row.at?.toISOString() ?? null,
      detail: tab === 'meldungen-und-sperren' ? objectLabel(row.detail) : row.detail,
      path: pathOf(tab, row, actor.role),
      holdable:
        row.thing && !NOT_HOLDABLE.includes(row.state)
          ? { type: row.thing, id: Number(row.number) }
          : null,
    })),
    cursor: rows.length > ROWS_A_PAGE ? cursorOf(sort, page.at(-1)!.place) : null,
  };
}

export async function readNotes(
  { db, actor }: Reading,
  { account_id, page }: Input<typeof contract.customerNotes>,
): Promise<Output<typeof contract.customerNotes>> {
  const notes = await notesOf(db, account_id, pageOf(page));
  return {
    notes: notes
      .slice(0, ROWS_A_PAGE)
      .map(({ id, text, author, staff_id, written_at, struck_at }) => ({
        id,
        text,
        author: author ?? 'Befehlszeile',
        written_at: written_at.toISOString(),
        struck_at: struck_at?.toISOString() ?? null,
        own: staff_id === actor.staffId,
      })),
    more: notes.length > ROWS_A_PAGE,
  };
}
