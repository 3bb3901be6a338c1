import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { INSERAT_TABS } from '@samtrot/shared/inserate/status.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { ArrowUpDown, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DiscreetToggle } from '../../ui/discreet-toggle.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AdCard } from './ad-card.tsx';
import { AdDialog } from './ad-dialog.tsx';
import { AdSheet } from './ad-sheet.tsx';
import {
  DEFAULT_VIEW,
  type ListView,
  listed,
  SORT_LABELS,
  SORTS,
  type Sort,
  TAB_LABELS,
  tabCounts,
  viewWith,
} from './list.ts';
import { SortSheet } from './sort-sheet.tsx';
import { useAdAction } from './use-ad-action.ts';
import { useAdFocus } from './use-ad-focus.ts';

interface Props {
  inserate: readonly Inserat[];
  cantons: readonly { id: string; name: string }[];
  credits: Credits;
  view: ListView;
  onView: (view: ListView) => void;
}

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

export function AdList({ inserate, cantons, credits, view, onView }: Props) {
  const navigate = useNavigate();
  const [sorting, setSorting] = useState(false);
  const [more, setMore] = useState<{ id: number; open: boolean } | null>(null);
  const counts = tabCounts(inserate);
  const found = listed(inserate, view);
  const names = new Map(cantons.map(({ id, name }) => [id, name]));
  const now = Date.now();
  const find = (id: number | undefined) => inserate.find(({ ID }) => ID === id);
  const focus = useAdFocus(found.items.map(({ ID }) => ID));
  const action = useAdAction({
    onEdit: (id) => void navigate({ to: '/rabota/$id', params: { id: String(id) } }),
    onDone: (id, now, all) => {
      // What is not where it was comes into view where it is now.
      const there = now && viewWith(all, now.ID, view);
      if (there && (there !== view || now.ID !== id)) {
        focus.toCard(now.ID);
        onView(there);
      } else if (!now) focus.toNeighbour(id);
    },
  });
  const ask: typeof action.ask = (type, id) => {
    focus.remember(id);
    action.ask(type, id);
  };
  // Whatever narrows or reorders the list begins at its first page.
  const change = (part: Partial<ListView>) => onView({ ...view, page: 1, ...part });
  return (
    <>
      <div className="page-head">
        <h1 className="h1">Inserate</h1>
        <DiscreetToggle label="Diskret" className="m-discreet" />
      </div>
      <Tabs
        value={view.tab}
        onChange={(tab) => change({ tab })}
        label="Inserate nach Status"
        items={INSERAT_TABS.map((tab) => ({ value: tab, label: TAB_LABELS[tab], count: counts[tab] }))}
      >
        <div className="bar">
          <Input
            icon={Search}
            type="search"
            value={view.q}
            onChange={(event) => change({ q: event.target.value })}
            placeholder="Titel, Name oder Text suchen"
            aria-label="Inserate suchen"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
          />
          <Select
            className="only-desktop"
            aria-label="Sortieren"
            value={view.sort}
            onChange={(event) => change({ sort: event.target.value as Sort })}
            options={SORT_OPTIONS}
          />
          <IconButton
            icon={ArrowUpDown}
            label="Sortieren"
            look="bordered"
            className="only-mobile-grid"
            onClick={() => setSorting(true)}
          />
        </div>
        {found.total === 0 ? (
          <NothingFound
            searched={view.q.trim() !== ''}
            none={inserate.length === 0}
            onReset={() => onView({ ...DEFAULT_VIEW, tab: view.tab })}
          />
        ) : (
          <>
            <div className="ads">
              {found.items.map((inserat) => (
                <AdCard
                  key={inserat.ID}
                  inserat={inserat}
                  cantons={names}
                  now={now}
                  onAsk={ask}
                  onMore={(id) => setMore({ id, open: true })}
                />
              ))}
            </div>
            <div className="list-foot">
              <span className="sm muted num">
                {found.total === 1 ? '1 Inserat' : `${found.from}–${found.to} von ${found.total} Inseraten`}
              </span>
              <Pagination
                page={found.page}
                pages={found.pages}
                onChange={(page) => {
                  onView({ ...view, page });
                  scrollTo({ top: 0 });
                }}
                label="Seiten der Inserate"
              />
            </div>
          </>
        )}
      </Tabs>
      <SortSheet
        open={sorting}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
        onClose={() => setSorting(false)}
      />
      <AdSheet
        inserat={find(more?.id)}
        open={more?.open ?? false}
        now={now}
        onAsk={ask}
        onClose={() => setMore((was) => was && { ...was, open: false })}
      />
      <AdDialog action={action} inserat={find(action.asking?.id)} credits={credits} finalFocus={focus.afterDialog} />
    </>
  );
}

interface NothingProps {
  searched: boolean;
  /** The account has no ad at all. */
  none: boolean;
  onReset: () => void;
}

function NothingFound({ searched, none, onReset }: NothingProps) {
  return (
    <div className="card">
      <EmptyState
        title="Keine Inserate gefunden"
        actions={
          searched ? (
            <Button onClick={onReset}>Suche löschen</Button>
          ) : (
            <ButtonLink to="/rabota" variant="primary" icon={Plus}>
              Inserat aufgeben
            </ButtonLink>
          )
        }
      >
        {searched
          ? 'Versuche es mit einem anderen Wort oder schau in einem anderen Reiter nach.'
          : none
            ? 'Gib dein erstes Inserat auf. Ein Gratis-Inserat läuft 30 Tage.'
            : 'In diesem Reiter steht zurzeit nichts.'}
      </EmptyState>
    </div>
  );
}
