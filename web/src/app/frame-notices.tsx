import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRead } from '../lib/api/api.ts';
import { MAINTENANCE } from '../lib/api/call.ts';
import { lazy } from '../ui/lazy.tsx';

const EVERY_MS = 15_000;
/** Delay of the first request, so that it does not compete with the first paint. */
const FIRST_MS = 1_500;

const Bars = lazy(
  () => import('./notice-bars.tsx').then((code) => code.Bars),
  () => ({ wanted: false }),
);

/** Maintenance and notices above every page (BOF-131, BOF-132). */
export function NoticeBars() {
  const client = useQueryClient();
  const [drawn, setDrawn] = useState(false);
  const every = { staleTime: EVERY_MS, refetchInterval: EVERY_MS };
  const { data } = useRead(getNotices, {}, { ...every, enabled: drawn });
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: [getNotices.name] });
    addEventListener(MAINTENANCE, ask);
    return () => removeEventListener(MAINTENANCE, ask);
  }, [client]);
  return (
    data && (data.maintenance || data.terms || data.notices.length > 0) && <Bars said={data} />
  );
}
