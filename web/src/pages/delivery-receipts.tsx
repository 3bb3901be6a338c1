import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { DeliveryPanel } from '../features/delivery-receipts/delivery-panel.tsx';
import { RANGES } from '../features/statistics/figures.ts';
import { StatisticsPanel, type StatisticsView } from '../features/statistics/statistics-panel.tsx';
import { isKind, KINDS, titleOf } from '../lib/format/item-kinds.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { listLeftFor, returnToList } from '../listing/way-back.ts';
import { Tabs } from '../ui/tabs.tsx';
import './delivery-receipts.css';

const PARTS = [
  { value: 'zustellung', label: 'Webseiten' },
  { value: 'statistik', label: 'Statistik' },
] as const;
type Part = (typeof PARTS)[number]['value'];

/** Where an ad, a club or a banner has arrived, and what came of it. */
export function DeliveryReceiptsPage() {
  const { kind = '', id = '' } = useParams({ strict: false });
  // Nobody is led here by a link of ours (PUB-24).
  if (!isKind(kind) || !/^[1-9]\d{0,14}$/.test(id)) return <Navigate to="/home" replace />;
  return <DeliveryReceipts key={`${kind} ${id}`} kind={kind} id={Number(id)} />;
}

function DeliveryReceipts({ kind, id }: { kind: PlacedKind; id: number }) {
  useTitle(`Wo ${KINDS[kind].your} steht`);
  const account = useAccount();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { part, ...view } = viewOf(search);
  const show = (next: { part: Part } & StatisticsView) =>
    void navigate({
      to: '/zustellung/$kind/$id',
      params: { kind, id: String(id) },
      search: searchOf(next),
      replace: true,
      resetScroll: false,
    });
  const { one, your, many, list } = KINDS[kind];
  const title = titleOf(account, kind, id);
  const sites = account.webseiten.filter(({ status }) => status === 'on').length;
  return (
    <div>
      <Link
        className="link-target sm medium muted back-link"
        to={list}
        search={listLeftFor(id)}
        onClick={() => returnToList(id)}
      >
        <ArrowLeft className="i" aria-hidden />
        {many}
      </Link>
      <div className="page-head anywhere">
        <div>
          <h1 className="h1">Wo {your} steht</h1>
          <p className="num">
            {[title && `«${title}»`, `${one} Nr. ${id}`].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <Tabs
        label="Teile"
        value={part}
        onChange={(next) => show({ part: next, ...view })}
        items={PARTS}
      >
        <div className="above-5">
          {part === 'zustellung' ? (
            <DeliveryPanel kind={kind} id={id} sites={sites} />
          ) : (
            <StatisticsPanel
              kind={kind}
              id={id}
              view={view}
              onView={(next) => show({ part, ...next })}
            />
          )}
        </div>
      </Tabs>
    </div>
  );
}

/** Reads the address; whatever is not understood becomes the default. */
function viewOf({
  teil,
  tage,
  webseite,
}: Record<string, unknown>): { part: Part } & StatisticsView {
  const website = Number(webseite);
  return {
    part: teil === 'statistik' ? teil : 'zustellung',
    days: RANGES.find((range) => range === Number(tage)) ?? 30,
    website: Number.isSafeInteger(website) && website > 0 ? website : null,
  };
}

const searchOf = ({ part, days, website }: { part: Part } & StatisticsView) => ({
  ...(part !== 'zustellung' && { teil: part }),
  ...(days !== 30 && { tage: days }),
  ...(website !== null && { webseite: website }),
});
