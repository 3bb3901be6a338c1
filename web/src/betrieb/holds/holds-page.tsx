import { holds, type StaffHold } from '@samtrot/shared/holds/staff-contract.ts';
import { HOLD_LABELS, mayRelease } from '@samtrot/shared/holds/status.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountLink, ThingLink } from '../account-facts.tsx';
import { useHouseTitle, useMe } from '../api.ts';
import { Loaded, NewOnes, useSteady } from '../list-state.tsx';
import { NumberSearch } from '../number-search.tsx';
import { PageButtons, usePagedList } from '../paged-list.tsx';
import { thingName } from '../thing.ts';
import { FinalDialog } from './final-dialog.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { holdSentence } from './hold-meanwhile.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import '../page.css';

const time = (iso: string) => formatDayTime(new Date(iso));

/** What is off the websites, which of them have confirmed it, and the way back. */
export function HoldsPage() {
  useHouseTitle('Gesperrt');
  const { rights } = useMe();
  const [q, setQ] = useState('');
  const { query, table, pages } = usePagedList(holds, q === '' ? {} : { q }, []);
  const steady = useSteady(query.data?.holds, ({ id }) => id, table);
  // Nothing is left of a later page.
  if (query.data && steady.shown.length === 0) pages.onBack?.();
  const empty = q === '' ? 'Nichts ist gesperrt.' : 'Keine Sperre gefunden.';
  const [holding, setHolding] = useState(false);
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Gesperrt</h1>
        {rights.includes('hold.set') && (
          <Button variant="danger" onClick={() => setHolding(true)}>
            Vom Netz nehmen
          </Button>
        )}
      </div>
      <NumberSearch label="Sperre suchen" onLook={setQ} />
      <section className="house-panel" aria-label="Gesperrt" aria-live="polite">
        <Loaded query={query}>
          {() => <List {...steady} empty={query.isPlaceholderData ? '' : empty} />}
        </Loaded>
      </section>
      <PageButtons of={pages} />
      {holding && <HoldDialog onClose={() => setHolding(false)} />}
    </>
  );
}

interface ListProps extends ReturnType<typeof useSteady<StaffHold>> {
  empty: string;
}

function List({ shown, waiting, showAll, around, empty }: ListProps) {
  const { rights } = useMe();
  const [released, setReleased] = useState<StaffHold | null>(null);
  const [ending, setEnding] = useState<StaffHold | null>(null);
  const [changed, setChanged] = useState<StaffHold | null>(null);
  const may = ({ object, kind }: StaffHold, right: Right) =>
    mayRelease(kind) && rights.includes(object.type === 'account' ? 'customer.block' : right);
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">{empty}</p>
      ) : (
        <ul className="house-list">
          {shown.map((hold) => (
            <li key={hold.id} className="house-line">
              <Facts hold={hold} />
              <div className="house-acts">
                {may(hold, 'hold.set') && (
                  <Button
                    size="sm"
                    aria-label={`Ändern: ${thingName(hold.object)}`}
                    onClick={() => setChanged(hold)}
                  >
                    Ändern
                  </Button>
                )}
                {mayRelease(hold.kind) && rights.includes('hold.final') && (
                  <Button
                    size="sm"
                    aria-label={`Endgültig sperren: ${thingName(hold.object)}`}
                    onClick={() => setEnding(hold)}
                  >
                    Endgültig sperren
                  </Button>
                )}
                {may(hold, 'hold.release') && (
                  <Button
                    size="sm"
                    aria-label={`Freigeben: ${thingName(hold.object)}`}
                    onClick={() => setReleased(hold)}
                  >
                    Freigeben
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {changed && (
        <HoldDialog
          change={shown.find(({ id }) => id === changed.id) ?? changed}
          onClose={() => setChanged(null)}
        />
      )}
      {ending && <FinalDialog hold={ending} onClose={() => setEnding(null)} />}
      {released && <ReleaseDialog hold={released} onClose={() => setReleased(null)} />}
    </div>
  );
}

const Facts = ({ hold }: { hold: StaffHold }) => (
  <div>
    <p>
      <ThingLink of={hold} /> <Badge tone="danger">{HOLD_LABELS[hold.kind]}</Badge>{' '}
      {hold.resubmitted_at && <Badge tone="info">Überarbeitet, {time(hold.resubmitted_at)}</Badge>}
    </p>
    <p>{holdSentence(hold)}</p>
    {hold.note && <p className="muted">Intern: {hold.note}</p>}
    <p className="muted">
      <AccountLink of={hold} />
      {hold.decided_by}, {time(hold.decided_at)} · gesperrt seit {time(hold.since)}
    </p>
    <details>
      <summary className="house-summary">
        <Badge tone={hold.confirmed.late ? 'warning' : 'neutral'}>{hold.confirmed.text}</Badge>
      </summary>
      <ul>
        {hold.websites.map(({ name, told_at, confirmed_at }) => (
          <li key={name}>
            {name}: benachrichtigt {time(told_at)},{' '}
            {confirmed_at ? `bestätigt ${time(confirmed_at)}` : 'offen'}
          </li>
        ))}
      </ul>
    </details>
  </div>
);
