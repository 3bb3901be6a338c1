import { DAY_MS } from '../kernel/time.ts';

export const APPROVAL_STATES = [
  'open',
  'approved',
  'declined',
  'withdrawn',
  'expired',
  'void',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const APPROVAL_LABELS: Record<ApprovalState, string> = {
  open: 'offen',
  approved: 'freigegeben',
  declined: 'abgelehnt',
  withdrawn: 'zurückgezogen',
  expired: 'verfallen',
  void: 'hinfällig',
};

/** BOF-18 */
export const APPROVAL_MS = 3 * DAY_MS;
/** In a house of one person the asker may approve after so long (BOF-24). */
export const SOLO_WAIT_MS = DAY_MS;
export const SOLO_TEXT =
  'Vier Augen sind durch eine Wartezeit von 24 Stunden ersetzt, solange nur eine Person das Recht hat.';

export const PENDING_TEXT = 'Zur Freigabe vorgelegt. Eine zweite Person muss zustimmen.';

interface Asked {
  askedBy: number;
  askedAt: Date;
}

interface Approver {
  staffId: number;
  now: Date;
  /** `FOUR_EYES=solo`, and nobody else has the right. */
  alone: boolean;
}

/**
 * Whether this person may allow it: somebody else, or the only one after a day (BOF-20, BOF-24).
 */
export const maySettle = ({ askedBy, askedAt }: Asked, { staffId, now, alone }: Approver) =>
  askedBy !== staffId || (alone && now.getTime() - askedAt.getTime() > SOLO_WAIT_MS);
