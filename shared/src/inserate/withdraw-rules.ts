import { MINUTE_MS } from '../kernel/time.ts';

/** How long after its booking a free ad can be withdrawn (EXP-28). */
export const WITHDRAW_MS = 10 * MINUTE_MS;

interface Booked {
  /** Charged on its booking so far. */
  charged: number;
  free: boolean;
  bookedAt: Date;
}

/** Until when, exclusive; null where anything was charged. */
export const withdrawableUntil = ({ charged, free, bookedAt }: Booked): Date | null =>
  free && charged === 0 ? new Date(bookedAt.getTime() + WITHDRAW_MS) : null;
