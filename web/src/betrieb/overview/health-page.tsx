import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { useHouseTitle } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import { HealthLines, useHealth } from './health.tsx';
import '../page.css';

/** Whether all that runs in the background does (BOF-135). */
export function HealthPage() {
  useHouseTitle('Zustand');
  const query = useHealth();
  return (
    <>
      <h1 className="h1">Zustand</h1>
      <section className="house-panel" aria-label="Werte">
        <Loaded query={query}>{() => <HealthLines lines={query.data!.lines} advice />}</Loaded>
      </section>
      {query.data && (
        <p className="house-state muted">Stand {formatDateTime(new Date(query.data.at))}</p>
      )}
    </>
  );
}
