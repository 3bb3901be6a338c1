import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { BY_APPOINTMENT, reachableWeek } from '@samtrot/shared/inserate/reachable.ts';

interface Props {
  erreichbar: DeliveredAd['erreichbar'];
  /** `Jetzt erreichbar …`, or null. */
  reached: string | null;
  now: Date;
}

/** When somebody is reached, in Swiss time; nothing where nothing is said. */
export function Hours({ erreichbar, reached, now }: Props) {
  const week = reachableWeek(erreichbar, now);
  if (week.length === 0 && !erreichbar.nach_absprache) return null;
  return (
    <section className="panel" aria-labelledby="erreichbar">
      <h2 className="h3" id="erreichbar">
        Erreichbar
      </h2>
      {reached && <p className="reached for-phones">{reached}</p>}
      {erreichbar.nach_absprache ? (
        <p className="by-appointment">{BY_APPOINTMENT}</p>
      ) : (
        <table className="week">
          <tbody>
            {week.map(({ days, hours, isToday }) => (
              <tr key={days} className={isToday ? 'today' : undefined}>
                <th scope="row">
                  {days}
                  {isToday && <span className="sr"> (heute)</span>}
                </th>
                <td>{hours}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
