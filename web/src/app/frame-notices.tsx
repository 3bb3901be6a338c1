import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRead } from '../lib/api/api.ts';
import { MAINTENANCE } from '../lib/api/call.ts';
import { lazy } from '../ui/lazy.tsx';

const EVERY_MS = 15_000;

const Bars = lazy(
  () => import('./notice-bars.tsx').then((code) => code.Bars),
  () => ({ wanted: false }),
);

/** Above every page: maintenance, and what the house has to say (BOF-131, BOF-132). */
export function NoticeBars() {
  const client = useQueryClient();
  const { data } = useRead(getNotices, {}, { staleTime: EVERY_MS, refetchInterval: EVERY_MS });
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: [getNotices.name] });
    addEventListener(MAINTENANCE, ask);
    return () => removeEventListener(MAINTENANCE, ask);
  }, [client]);
  return data && (data.maintenance || data.notices.length > 0) && <Bars said={data} />;
}
