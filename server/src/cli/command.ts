import type { ParseArgsOptionsConfig } from 'node:util';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import type { Config } from '../app/config.ts';
import type { Ctx, StaffActor } from '../platform/action.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';

/**
 * Context of a command. Each `transaction` is one operation, booked under the person of `--as`, or
 * under the actor `cli`.
 */
export interface Session {
  db: Database;
  clock: Clock;
  config: Config;
  /** The person of `--as`, for commands with transactions of their own. */
  actor: StaffActor;
  /** Says how far a long command is; nothing with `--json`. */
  progress(line: string): void;
  transaction<T>(work: (ctx: CliCtx) => Promise<T>): Promise<T>;
}

export type CliCtx = Pick<Ctx, 'db' | 'now'> & {
  actor: StaffActor;
  /** Of the command, where a person of `--as` uses it; it stands in the audit log. */
  right?: Right;
};

/** What a command did: in words, and as figures for programs. */
export interface Outcome {
  text: string;
  data: Record<string, unknown>;
  /** The command worked and found something wrong. */
  failed?: true;
}

/** As they were typed. */
export type Options = Record<string, string | boolean | undefined>;

export interface Command {
  /**
   * The words of the command, its places in capitals, then its options: `coupon create CODE
   * --credits N [--uses N]`.
   */
  usage: string;
  /** One line for the help, German. */
  summary: string;
  options?: ParseArgsOptionsConfig;
  /** What the person of `--as` needs. */
  right?: Right;
  /** It changes nothing and shows no secret: production runs it without `--as` too. */
  reads?: true | ((options: Options) => boolean);
  /** Also without `--as` in production while the house has no active owner. */
  withoutOwner?: true;
  /** Checks the arguments before any database is opened. @throws UsageError */
  prepare(places: string[], options: Options): Work;
}

/** Needs a database of this release, any one, or works without. */
export type Work =
  | { withDatabase(session: Session): Promise<Outcome> }
  | { onDatabase(database: { url: string; config: Config }): Promise<Outcome> }
  | { alone(): Promise<Outcome> };

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and cannot be done: exit code 1. */
export class Refusal extends Error {}
