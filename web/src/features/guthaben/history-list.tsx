import { ArrowUpDown, Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DESKTOP, useMediaQuery } from '../../lib/page/media-query.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { FILTER_LABELS, SORT_LABELS } from './history-labels.ts';
import { HistoryRows } from './history-row-list.tsx';
import { COLUMNS, FILTERS } from './history-rows.ts';
import { HistoryTable } from './history-table.tsx';
import { type HistoryView, isPlain, listed, PAGE_SIZE } from './history-view.ts';
import { useHistory } from './use-history.ts';
import './history.css';
import '../../ui/sheet.css';

const FILTER_ITEMS = FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }));
const SORTS = COLUMNS.flatMap((column) =>
  (['desc', 'asc'] as const).map((direction) => ({
    column,
    direction,
    label: SORT_LABELS[column][direction],
  })),
);

interface Props {
  view: HistoryView;
  onView: (view: HistoryView) => void;
}

/**
 * Everything that came into the wallet and went out of it, and the top-ups that came to nothing
 * (GUT-46 to GUT-61).
 */
export function HistoryList({ view, onView }: Props) {
  const desktop = useMediaQuery(DESKTOP);
  const [sorting, setSorting] = useState(false);
  const card = useRef<HTMLElement>(null);
  // Whatever narrows or reorders the list begins at its first page.
  const change = (part: Partial<HistoryView>) => onView({ ...view, page: 1, ...part });
  const toPage = (page: number) => {
    onView({ ...view, page });
    card.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Card flush className="c8 history" aria-labelledby="guthaben-history" ref={card}>
      <div className="between wrap hist-head">
        <h2 className="h2" id="guthaben-history">
          Verlauf
        </h2>
        {!desktop && (
          <IconButton
            icon={ArrowUpDown}
            label="Sortieren"
            tipSide="left"
            onClick={() => setSorting(true)}
          />
        )}
        <Segmented
          label="Verlauf filtern"
          value={view.filter}
          onChange={(filter) => change({ filter })}
          items={FILTER_ITEMS}
        />
      </div>
      <Body view={view} desktop={desktop} onChange={change} onPage={toPage} />
      <Sheet open={sorting} onClose={() => setSorting(false)} title="Sortieren">
        <div role="radiogroup" aria-label="Sortieren">
          {SORTS.map(({ column, direction, label }) => {
            const chosen = column === view.column && direction === view.direction;
            return (
              // biome-ignore lint/a11y/useSemanticElements: the items of a sheet act at once and close it
              <button
                key={label}
                type="button"
                role="radio"
                aria-checked={chosen}
                className="sheet-item"
                onClick={() => {
                  change({ column, direction });
                  setSorting(false);
                }}
              >
                {label}
                {chosen && <Check className="i end" aria-hidden />}
              </button>
            );
          })}
        </div>
      </Sheet>
    </Card>
  );
}

interface BodyProps {
  view: HistoryView;
  desktop: boolean;
  onChange: (part: Partial<HistoryView>) => void;
  onPage: (page: number) => void;
}

function Body({ view, desktop, onChange, onPage }: BodyProps) {
  const history = useHistory();
  const list = listed(history.rows, view, history.more);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen((was) =>
      was.has(key) ? new Set([...was].filter((other) => other !== key)) : new Set(was).add(key),
    );

  const { loadOlder } = history;
  const wanting = history.loaded && list.unfinished && !history.olderBusy && !history.olderFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once whenever something begins to be missing
  useEffect(() => {
    if (wanting) loadOlder();
  }, [wanting]);

  if (!history.loaded && history.failed) {
    return (
      <div className="hist-note">
        <Alert
          tone="danger"
          live
          action={
            <Button busy={history.busy} busyLabel="Wird geladen …" onClick={history.retry}>
              Erneut versuchen
            </Button>
          }
        >
          <p>Dein Verlauf konnte nicht geladen werden.</p>
        </Alert>
      </div>
    );
  }
  if (!history.loaded) return <Waiting rows={PAGE_SIZE} />;

  const missing = list.unfinished && !history.olderFailed ? PAGE_SIZE - list.items.length : 0;
  return (
    <>
      {history.more && !isPlain(view) && <Partial history={history} />}
      {list.totalCount === 0 && !list.unfinished ? (
        <EmptyState title="Keine Transaktionen gefunden">
          {history.rows.length > 0
            ? 'Zu diesem Filter steht hier nichts.'
            : 'Sobald du Guthaben auflädst oder ausgibst, steht es hier.'}
        </EmptyState>
      ) : (
        <>
          {list.items.length > 0 &&
            (desktop ? (
              <HistoryTable
                rows={list.items}
                view={view}
                onSort={onChange}
                open={open}
                onToggle={toggle}
              />
            ) : (
              <HistoryRows rows={list.items} open={open} onToggle={toggle} />
            ))}
          {missing > 0 && <Waiting rows={missing} />}
          {list.unfinished && history.olderFailed && (
            <div className="hist-wait">
              <OlderFailed onRetry={loadOlder} />
            </div>
          )}
          <div className="between hist-foot">
            <span className="sm muted num" role="status">
              {list.from > 0 &&
                `${list.from}–${list.to} von ${list.totalCount}${history.more ? ' geladenen' : ''}`}
            </span>
            <Pagination
              page={list.page}
              pages={list.pages}
              onChange={onPage}
              label="Seiten des Verlaufs"
            />
          </div>
        </>
      )}
    </>
  );
}

/** A filter or another order covers only loaded lines; this shows it and loads the rest. */
function Partial({ history }: { history: ReturnType<typeof useHistory> }) {
  const count = `${history.movements} neuesten Bewegungen`;
  return (
    <div className="hist-note">
      {history.olderFailed ? (
        <OlderFailed onRetry={history.loadAll} />
      ) : (
        <Alert
          tone="info"
          action={
            <Button
              size="sm"
              busy={history.loadingAll}
              busyLabel={`${history.movements} geladen …`}
              onClick={history.loadAll}
            >
              Ganzen Verlauf laden
            </Button>
          }
        >
          <p>Filter und Sortierung zeigen nur die {count}. Ältere sind noch nicht geladen.</p>
        </Alert>
      )}
    </div>
  );
}

const OlderFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Alert tone="danger" live action={<Button onClick={onRetry}>Erneut versuchen</Button>}>
    <p>Ältere Bewegungen konnten nicht geladen werden.</p>
  </Alert>
);

/** As tall as the lines that come. */
const Waiting = ({ rows }: { rows: number }) => (
  <SkeletonRegion className="hist-wait">
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity of their own
      <Skeleton key={index} height="2.5rem" />
    ))}
  </SkeletonRegion>
);
