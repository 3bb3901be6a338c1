import { formatDayTime } from '@samtrot/shared/kernel/time.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { Alert } from '../ui/alert.tsx';
import { useHouseTitle, useList, useMe } from './api.ts';
import { Figures } from './figures.tsx';
import { HealthLines, useHealth } from './health.tsx';
import { HouseLink } from './link.tsx';
import { Loaded } from './list-state.tsx';
import './page.css';

/** What waits today, of what the person may read. */
export function OverviewPage() {
  useHouseTitle('Übersicht');
  const query = useList(getStaffOverview, {});
  const { solo } = useMe();
  return (
    <>
      <h1 className="h1">Übersicht</h1>
      {solo && (
        <Alert tone="warning">
          Vier Augen sind durch eine Wartezeit von 24 Stunden ersetzt, solange nur eine Person das
          Recht hat.
        </Alert>
      )}
      <section className="house-panel" aria-labelledby="wartet">
        <h2 id="wartet">Was wartet</h2>
        <Loaded query={query}>
          {() => {
            const waiting = query.data!.waiting.filter(({ count }) => count > 0);
            return waiting.length === 0 ? (
              <p className="house-state">Nichts wartet.</p>
            ) : (
              <table className="house-table">
                <caption className="sr">Was wartet</caption>
                <thead>
                  <tr>
                    <th scope="col">Bereich</th>
                    <th scope="col">Offen</th>
                    <th scope="col">Wartet seit</th>
                  </tr>
                </thead>
                <tbody>
                  {waiting.map(({ label, path, count, since }) => (
                    <tr key={path}>
                      <td data-label="Bereich">
                        <HouseLink to={path}>{label}</HouseLink>
                      </td>
                      <td data-label="Offen">{count}</td>
                      <td data-label="Wartet seit">{since && formatDayTime(new Date(since))}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            );
          }}
        </Loaded>
      </section>
      <HealthPanel />
      <Figures />
    </>
  );
}

function HealthPanel() {
  const query = useHealth();
  return (
    <section className="house-panel" aria-labelledby="zustand">
      <h2 id="zustand">
        <HouseLink to="/zustand">Zustand</HouseLink>
      </h2>
      <Loaded query={query}>{() => <HealthLines lines={query.data!.lines} />}</Loaded>
    </section>
  );
}
