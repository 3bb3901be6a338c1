import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { giftsQuery } from '../../lib/api/transactions-query.ts';
import { toast } from '../../ui/toast.tsx';
import './balance.css';
import '../../ui/spinner.css';

/** HOM-28, CON-15: the page itself goes first. */
const DELAY_MS = 100;

/**
 * On the velvet: what came as bonus and by coupons, never a part of the balance (HOM-15, EXP-37).
 */
export function GiftSums() {
  const { sums, failed } = useGifts();
  return (
    <dl className="balance-sub above-5 num">
      <dt>Bisher geschenkt: </dt>
      <dd>
        <Sum value={sums?.bonus_credits} failed={failed} /> Bonus,{' '}
      </dd>
      <dd>
        <Sum value={sums?.coupon_credits} failed={failed} /> Gutscheine
      </dd>
    </dl>
  );
}

function Sum({ value, failed }: { value: Credits | undefined; failed: boolean }) {
  if (value !== undefined) return formatNumber(value);
  return (
    <>
      {failed ? <span aria-hidden>–</span> : <span className="sum-wait appear-late" aria-hidden />}
      <span className="sr">{failed ? 'nicht geladen' : 'wird geladen'}</span>
    </>
  );
}

function useGifts() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data, isError, isFetching } = useQuery({ ...giftsQuery, enabled: due });
  const failed = due && isError && !isFetching;
  useEffect(() => {
    if (failed) toast.error('Bonus/Gutschein-Daten konnten nicht geladen werden');
  }, [failed]);
  return { sums: data, failed };
}
