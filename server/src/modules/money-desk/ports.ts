import type { StaffActor } from '../../platform/action.ts';
import type { audit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';

type AuditCtx = Parameters<typeof audit>[0];

/** What the desk asks of the bank, where transfers are switched on. */
export interface BankDesk {
  /** Gives a movement without reference to a payment. @throws NOT_FOUND, INVALID_INPUT */
  assign(ctx: AuditCtx, match: { entry: number; payment: string }): Promise<void>;
  /** Carries out what an assigned movement means; whether it was credited. */
  carryOut(entry: number, by: { now: Date; actor: StaffActor }): Promise<boolean>;
  /** A refund that was paid by hand is gone; false when that was known. @throws NOT_FOUND */
  refundPaid(ctx: AuditCtx, refund: string): Promise<boolean>;
  /**
   * Stores the movements of a file, to be carried out soon; `known` when it was read before.
   * @throws INVALID_INPUT at `content`, with the line, for a file that is no statement of the
   *   account
   */
  read(
    bytes: Uint8Array,
    by: { now: Date; actor: StaffActor },
  ): Promise<{ id: number; known: boolean }>;
  /** How far an import is. @throws NOT_FOUND */
  importOf(db: Sql, id: number): Promise<Imported>;
  /** Of these payments: how many transfers came for each. */
  transfersOf(db: Sql, payments: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** What a file held, and what became of its movements. */
export interface Imported {
  movements: number;
  /** Those that no earlier file held. */
  added: number;
  notBooked: number;
  withoutParts: number;
  done: number;
  credited: number;
  refunds: number;
  cases: number;
}
