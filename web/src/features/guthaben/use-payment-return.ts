import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { paymentStatus } from '@samtrot/shared/topups/contract.ts';
import {
  type PaymentReturn,
  paymentReturn,
  returnTexts,
  totalCredits,
} from '@samtrot/shared/topups/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { verdict } from './payment-return.ts';
import { takeNote } from './pending-note.ts';

/** A message that requires a decision stays long enough to be read. */
const DECISION_MS = 12_000;

/** Credits that a payment brought, and the balance before and after. */
export interface Arrival {
  credits: Credits;
  /** Of them: kept for what was owed. */
  settled: Credits;
  /** Francs that came beyond what was asked for and go back. */
  surplus: number;
  balance: Credits;
}

/**
 * What became of the payment from which the browser has just come back. The address is read once
 * and cleaned; credits are announced only on the status of the server (GUT-20 to GUT-30).
 */
export function usePaymentReturn({
  cleanAddress,
  reload,
}: {
  cleanAddress: () => void;
  reload: () => Promise<void>;
}) {
  const [checking, setChecking] = useState(false);
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const latest = useRef({ cleanAddress, reload });
  latest.current = { cleanAddress, reload };
  const back = useRef<{ address: PaymentReturn; paymentId: string | null } | null>(null);

  useEffect(() => {
    // Kept over a repeated effect (strict mode): address and note can be read only once.
    back.current ??= readReturn();
    const { address, paymentId } = back.current;
    if (address.outcome === 'unclear' && paymentId === null) return;
    latest.current.cleanAddress();

    const left = new AbortController();
    void follow();
    return () => left.abort();

    // No payment to poll: a claimed success announces nothing, the balance shows it.
    async function byAddress(): Promise<void> {
      if (address.outcome === 'success') await latest.current.reload();
      else say(address.outcome);
    }

    async function follow(): Promise<void> {
      if (paymentId === null) return byAddress();
      const started = Date.now();
      while (!left.signal.aborted) {
        const answer = await call(paymentStatus, { payment_id: paymentId }, left.signal).catch(
          refusedOrNull,
        );
        if (left.signal.aborted) return;
        if (answer === 'refused') return byAddress();
        const next = verdict(address.outcome, answer?.payment.status ?? null, Date.now() - started);
        if (next.kind === 'wait') {
          setChecking(next.checking);
          await new Promise((resolve) => setTimeout(resolve, next.ms));
          continue;
        }
        setChecking(next.kind === 'give-up');
        await latest.current.reload();
        if (next.kind === 'message') say(next.say);
        if (next.kind === 'decision' && answer)
          toast.warning(answer.payment.sentence, { duration: DECISION_MS });
        if (next.kind === 'credited' && answer) {
          setArrival({
            credits: totalCredits(answer.payment),
            settled: answer.payment.settled,
            balance: answer.credits,
            surplus: answer.payment.surplus,
          });
        }
        return;
      }
    }
  }, []);

  return { checking, arrival };
}

/** A payment that is not this account's is not asked about again; without an answer it is. */
const refusedOrNull = (error: unknown) =>
  error instanceof ApiError && [401, 403, 404].includes(error.status) ? ('refused' as const) : null;

function readReturn() {
  const search = new URLSearchParams(location.search);
  const address = paymentReturn(search);
  const noted = takeNote(Date.now());
  // The payment slip is shown here: nobody was away, and the payment may well wait for days.
  if (search.has('slip'))
    return { address: { outcome: 'unclear', paymentId: null } as const, paymentId: null };
  return { address, paymentId: address.paymentId ?? noted };
}

const say = (outcome: keyof typeof returnTexts) =>
  outcome === 'failed' ? toast.error(returnTexts.failed) : toast.warning(returnTexts[outcome]);
