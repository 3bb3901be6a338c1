import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Database, isConnectionError, isDatabaseBusy, isUnwritable, type Sql } from './db.ts';
import type { Task } from './worker.ts';

/** What names a row: its number, or the text of its key. */
type RowId = number | string;

/** What one kind of due work tells of its rows, so that one that fails holds up no other. */
export interface Due {
  /** Leaves out what has just failed. */
  only(id: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Called with the ids that were claimed, before they are processed. */
  claimed(ids: readonly RowId[]): void;
}

/** Context of background work; without `due` a failure is the caller's. */
export interface JobContext {
  db: Sql;
  now: Date;
  due?: Due | undefined;
}

export interface DueWork {
  /** In the log, before the id: «the renewal of banner». */
  what: string;
  /** Claims due rows and processes them; returns how many. */
  run(ctx: JobContext): Promise<number>;
}

export const dueOnly = ({ due }: Pick<JobContext, 'due'>, id = sql.ref('id')) =>
  due?.only(id) ?? sql<boolean>`true`;

const PASSED_OVER_MS = MINUTE_MS;

/** At most so many are tried again in a run, after what is due: many would hold up the others. */
const RETRIED_AT_ONCE = 20;

interface PassedOver {
  work: DueWork;
  id: RowId;
  until: Date;
}

type Which = { one: RowId } | { except: RowId[] };

function condition(id: RawBuilder<unknown>, which: Which): RawBuilder<boolean> {
  if ('one' in which) return sql`${id} = ${which.one}`;
  return which.except.length === 0 ? sql`true` : sql`${id} <> all(${which.except})`;
}

/**
 * Runs all of these in one transaction. If that fails, each kind in its own, then each row in its
 * own; a row that fails alone is reported, passed over for a minute and then tried alone.
 * `oneKind`: no further kind in a transaction that has done something.
 */
export function dueTask(
  works: readonly DueWork[],
  { oneKind = false }: { oneKind?: boolean } = {},
): Task['run'] {
  const ofDatabase = new WeakMap<Database, PassedOver[]>();
  return async ({ db, now, onFailure = raise }) => {
    const failed = ofDatabase.get(db) ?? [];
    ofDatabase.set(db, failed);

    const attempt = async (
      kinds: readonly DueWork[],
      { one, again = false }: { one?: RowId; again?: boolean } = {},
    ): Promise<number> => {
      const ids = new Set<RowId>();
      try {
        return await db.transaction().execute(async (tx) => {
          let done = 0;
          for (const work of kinds) {
            if (oneKind && done > 0) break;
            const except = failed.filter((row) => row.work === work).map(({ id }) => id);
            const which = one === undefined ? { except } : { one };
            const due = {
              only: (id: RawBuilder<unknown>) => condition(id, which),
              claimed(claimed: readonly RowId[]) {
                for (const id of claimed) ids.add(id);
              },
            };
            done += await work.run({ db: tx, now, due });
          }
          return done;
        });
      } catch (error) {
        const [work, another] = kinds;
        if (!work || isAway(error)) throw error;
        if (another) return eachKind(kinds, (kind) => attempt([kind]));
        if (ids.size === 0) throw error;
        if (one === undefined && ids.size > 1)
          return eachOf(ids, (id) => attempt(kinds, { one: id }));
        // What the database aborted may succeed at once.
        const passedOver = again || !isDatabaseBusy(error);
        const until = new Date(+now + (passedOver ? PASSED_OVER_MS : 0));
        for (const id of ids) {
          failed.push({ work, id, until });
          if (passedOver) onFailure(new Error(`${work.what} ${id} failed`, { cause: error }));
        }
        return ids.size;
      }
    };
    try {
      return await attempt(works);
    } finally {
      for (const row of failed.filter(({ until }) => until <= now).slice(0, RETRIED_AT_ONCE)) {
        failed.splice(failed.indexOf(row), 1);
        await attempt([row.work], { one: row.id, again: true });
      }
    }
  };
}

/** The database, or a storage that all rows need. */
const isAway = (error: unknown) =>
  isConnectionError(error) ||
  isUnwritable(error) ||
  (error instanceof AppError && error.code === 'UNAVAILABLE');

function raise(error: Error): never {
  throw error;
}

async function eachOf<T>(all: Iterable<T>, work: (one: T) => Promise<number>): Promise<number> {
  let done = 0;
  for (const one of all) done += await work(one);
  return done;
}

/** @throws what the first that could claim nothing threw, after all others */
async function eachKind(
  kinds: readonly DueWork[],
  work: (kind: DueWork) => Promise<number>,
): Promise<number> {
  const errors: unknown[] = [];
  const done = await eachOf(kinds, async (kind) => {
    try {
      return await work(kind);
    } catch (error) {
      if (isAway(error)) throw error;
      errors.push(error);
      return 0;
    }
  });
  if (errors.length > 0) throw errors[0];
  return done;
}
