import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { fieldWord, pictureIn } from '@samtrot/shared/holds/owner-rules.ts';
import type { HoldReasons } from '@samtrot/shared/holds/reason-rules.ts';
import {
  finalTimeSentence,
  isAppealable,
  isSaid,
  saidTo,
  timeSentence,
} from '@samtrot/shared/holds/rules.ts';
import { HOLD_LABELS, mayOwner } from '@samtrot/shared/holds/status.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Sql } from '../../platform/db.ts';
import { holdReasonsAt } from '../catalogue/service.ts';
import { contentOf } from './content-store.ts';
import * as store from './store.ts';

/** How long a lifted hold is still said to its owner. */
const SAID_AFTERWARDS_MS = DAY_MS;

interface Reading {
  db: Sql;
  now: Date;
}

/** A field of a thing as it is compared: its value, of a picture its content. */
export async function seenOf(
  db: Sql,
  held: store.Held,
  fields: readonly string[],
): Promise<Record<string, string>> {
  if (fields.length === 0) return {};
  const { values, pictures } = await contentOf(db, held);
  return Object.fromEntries(
    fields.map((field) => {
      const place = pictureIn(field);
      return [
        field,
        place === undefined ? JSON.stringify(values[field] ?? null) : (pictures[place - 1] ?? ''),
      ];
    }),
  );
}

/** The named fields, and whether each has changed since it was objected to. */
export async function fieldsOf(
  db: Sql,
  hold: Pick<store.HoldRow, 'thing' | 'item_id' | 'fields' | 'seen'>,
): Promise<Hold['fields']> {
  if (hold.fields.length === 0) return [];
  const { values, pictures } = await contentOf(db, { thing: hold.thing, id: hold.item_id });
  return hold.fields.map((name) => ({
    name,
    label: fieldWord(name),
    changed:
      pictureIn(name) === undefined
        ? JSON.stringify(values[name] ?? null) !== hold.seen[name]
        : !pictures.includes(hold.seen[name] ?? ''),
  }));
}

/** When a free run ends, and whether it is one; null without a booking. */
async function runOf(db: Sql, { thing, item_id, unapproved }: store.HoldRow) {
  if (thing === 'account') return { free: false, end: null, unapproved };
  const { values } = await contentOf(db, { thing, id: item_id });
  if (values.booking_id == null) return null;
  const end = typeof values.end_at === 'string' ? new Date(values.end_at) : null;
  return { free: values.inserat_typ === 'free', end, unapproved };
}

async function timeOf(
  db: Sql,
  hold: store.HoldRow,
): Promise<Pick<Hold, 'time' | 'keeps_paid_time'>> {
  const run = await runOf(db, hold);
  if (hold.kind === 'final')
    return { time: run ? finalTimeSentence(hold.refunded ?? 0) : '', keeps_paid_time: false };
  return {
    time: timeSentence(run),
    keeps_paid_time: run !== null && !run.free && !run.unapproved,
  };
}

/** A hold as its owner sees it. */
export async function present(
  { db, now }: Reading,
  hold: store.HoldRow,
  reasons?: HoldReasons,
): Promise<Hold> {
  const { kind, reason } = hold;
  const said = isSaid(reason, kind);
  const { toChange, ...words } = saidTo(
    hold,
    (reasons ?? (await holdReasonsAt({ db, now })))[reason],
  );
  const open = hold.closed_at === null;
  const appeal = await store.appealAgainst(db, hold);
  return {
    id: hold.id,
    object: { type: hold.thing, id: hold.item_id },
    kind,
    label: HOLD_LABELS[kind],
    ...words,
    fields: said ? await fieldsOf(db, hold) : [],
    since: hold.held_at.toISOString(),
    ...(open ? await timeOf(db, hold) : { time: '', keeps_paid_time: false }),
    resubmitted_at: hold.resubmitted_at?.toISOString() ?? null,
    may_resubmit: open && toChange && hold.thing !== 'account' && mayOwner(kind, 'resubmit'),
    may_appeal:
      open && !appeal && mayOwner(kind, 'appeal') && isAppealable(kind, hold.decided_at, now),
    appeal: appeal
      ? {
          message: appeal.message,
          at: appeal.appealed_at.toISOString(),
          upheld: appeal.upheld,
          answer: appeal.answer,
        }
      : null,
    first: hold.unapproved,
    released_at: hold.closed_at?.toISOString() ?? null,
  };
}

/** The open holds of an account and those lifted within a day; of each thing the last one. */
export async function ownHolds(ctx: Reading, accountId: number): Promise<Hold[]> {
  const since = new Date(ctx.now.getTime() - SAID_AFTERWARDS_MS);
  const rows = await store.ofAccount(ctx.db, accountId, since);
  const last = new Map<string, store.HoldRow>();
  for (const row of rows)
    if (!last.has(`${row.thing}:${row.item_id}`)) last.set(`${row.thing}:${row.item_id}`, row);
  if (last.size === 0) return [];
  const reasons = await holdReasonsAt(ctx);
  const holds: Hold[] = [];
  for (const row of last.values()) holds.push(await present(ctx, row, reasons));
  return holds;
}
