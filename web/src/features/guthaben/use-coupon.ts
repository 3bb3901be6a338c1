import { applyCoupon, type Coupon, validateCoupon } from '@samtrot/shared/coupons/contract.ts';
import { couponCodeProblem } from '@samtrot/shared/coupons/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { tooManyText } from '@samtrot/shared/kernel/too-many.ts';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import {
  keepAttempts,
  keptAttempts,
  NO_ATTEMPTS,
  oneMore,
  secondsToWait,
} from './coupon-attempts.ts';
import { codeOf } from './coupon-code.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** ERR-067, ERR-068. */
const FAILED_CHECK = 'Ein Fehler ist aufgetreten. Bitte versuche es später erneut.';
const FAILED_REDEMPTION = 'Fehler beim Einlösen des Gutscheins. Bitte versuche es später erneut.';

interface Redeemed {
  credits: Credits;
  balance: Credits;
}

/** A code on its way: checked, asked about, redeemed (GUT-37). */
export function useCoupon(onRedeemed: (redeemed: Redeemed) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [coupon, setCoupon] = useState<Coupon | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [waitUntil, setWaitUntil] = useState<number | null>(null);
  const seconds = useSecondsLeft(waitUntil);
  const code = useRef('');

  const wait = (forSeconds: number) => setWaitUntil(Date.now() + forSeconds * 1000);
  const refused = (error: unknown, otherwise: string) => {
    const after =
      error instanceof ApiError && error.status === 429 ? Number(error.details.retry_after) : 0;
    if (after > 0) wait(after);
    else setProblem(failureText(error, otherwise));
  };

  /** Returns whether the code may be redeemed. */
  const check = async (typed: string): Promise<boolean> => {
    if (busy || seconds > 0) return false;
    const wanted = codeOf(typed);
    const wrong = couponCodeProblem(wanted);
    setProblem(wrong);
    if (wrong) return false;
    const now = Date.now();
    const blocked = secondsToWait(keptAttempts(), now);
    if (blocked > 0) {
      wait(blocked);
      return false;
    }
    keepAttempts(oneMore(keptAttempts(), now));
    setBusy(true);
    try {
      const answer = await call(validateCoupon, { coupon_code: wanted });
      code.current = wanted;
      setCoupon(answer.coupon);
      return true;
    } catch (error) {
      refused(error, FAILED_CHECK);
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** Returns whether it was redeemed. */
  const redeem = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const answer = await call(applyCoupon, { coupon_code: code.current });
      keepAttempts(NO_ATTEMPTS);
      await onRedeemed({ credits: answer.coupon.credits, balance: answer.credits });
      return true;
    } catch (error) {
      refused(error, FAILED_REDEMPTION);
      return false;
    } finally {
      setBusy(false);
      setCoupon(null);
    }
  };

  return {
    busy,
    /** What is about to be redeemed; null while nothing is. */
    coupon,
    error: seconds > 0 ? tooManyText(seconds) : problem,
    /** One has to wait before the next attempt. */
    blocked: seconds > 0,
    check,
    redeem,
    clear: () => setProblem(null),
    cancel: () => setCoupon(null),
  };
}

/**
 * The server's own words when it refused (ERR-066); `otherwise` when there was no usable answer.
 */
function failureText(error: unknown, otherwise: string): string {
  if (
    !(error instanceof ApiError) ||
    error.status === 0 ||
    error.status >= 500 ||
    error.code === 'UNREADABLE'
  ) {
    return otherwise;
  }
  return error.fields.coupon_code ?? (error.message || otherwise);
}
