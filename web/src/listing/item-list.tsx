import { formatNumber, listText } from '@samtrot/shared/kernel/format.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowUpDown, LoaderCircle, type LucideProps, Plus, Search } from 'lucide-react';
import { forwardRef, type ReactNode, useState } from 'react';
import { useAccount } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { ChipGroup } from '../ui/chip-group.tsx';
import { DiscreetToggle } from '../ui/discreet-toggle.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton, iconButtonClass } from '../ui/icon-button.tsx';
import { Input } from '../ui/input.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { SkeletonRegion } from '../ui/skeleton.tsx';
import { STATUS_LOOKS } from '../ui/status-badge.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ToggleChip } from '../ui/toggle-chip.tsx';
import type { CountName } from './counts.ts';
import { ItemCardSkeleton } from './item-card-skeleton.tsx';
import { HELD, type Listable, type Listed, type Listing, type ListView } from './listing.ts';
import { Failed } from './placed.tsx';
import { SortSheet } from './sort-sheet.tsx';
import type { TextSearch } from './use-text-search.ts';
import './hold-panel.css';
import './item-card.css';
import './item-list.css';
import '../ui/card.css';
import '../ui/spinner.css';

/** The labels of a list. */
export interface ListLabels {
  /** `Inserate` */
  many: string;
  /** `Inseraten` */
  ofMany: string;
  /** `1 Inserat` */
  one: string;
  /** The placeholder of the search field. */
  placeholder: string;
  /** In an empty list. */
  first: string;
}

interface Props<Item extends Listable, Tab extends CountName, Sort extends string> {
  list: Listing<Item, Tab, Sort>;
  /** Without what is held. */
  all: readonly Item[];
  /** The cards of what is held, before everything else (EXP-93). */
  held: readonly ReactNode[];
  found: Listed<Item>;
  view: ListView<Tab, Sort>;
  /** The search in whole descriptions. */
  texts: TextSearch;
  onView: (view: ListView<Tab, Sort>) => void;
  labels: ListLabels;
  card: (item: Item) => ReactNode;
  /**
   * Leads to a new one: from a tab without any, and where the frame does not, from the head of the
   * page too.
   */
  create: { to: LinkProps['to']; label: string; inFrame?: true };
}

/** Heading, tabs with counts, search, order, cards and pages (INS-01 to INS-11, BAN-01, CLU-02). */
export function ItemList<Item extends Listable, Tab extends CountName, Sort extends string>(
  props: Props<Item, Tab, Sort>,
) {
  const { list, all, held, found, view, texts, onView, labels, card, create } = props;
  const [sorting, setSorting] = useState(false);
  const counts = list.tabCounts(all, view);
  const parts = list.partsOf(all, view);
  const sorts = list.sorts.map((value) => ({ value, label: list.sortLabels[value] }));
  // Whatever narrows or reorders the list begins at its first page.
  const change = (part: Partial<ListView<Tab, Sort>>) => onView({ ...view, page: 1, ...part });
  if (view.only === HELD && held.length > 0)
    return (
      <>
        <div className="page-head">
          <h1 className="h1">Gesperrte {labels.many}</h1>
          <DiscreetToggle label="Diskret" className="row-tight only-mobile" />
        </div>
        <section className="cards below-4" aria-label="Vom Netz genommen">
          {held}
        </section>
        <Button onClick={() => change({ only: undefined })}>Alle {labels.many} zeigen</Button>
      </>
    );
  return (
    <>
      <div className="page-head">
        <h1 className="h1">{labels.many}</h1>
        <DiscreetToggle label="Diskret" className="row-tight only-mobile" />
        {!create.inFrame && (
          <ButtonLink to={create.to} icon={Plus} className="only-desktop">
            {create.label}
          </ButtonLink>
        )}
      </div>
      {held.length > 0 && (
        <section className="cards below-4" aria-label="Vom Netz genommen">
          {held}
        </section>
      )}
      <Tabs
        value={view.tab}
        onChange={(tab) => change({ tab, only: undefined })}
        label={`${labels.many} nach Status`}
        items={list.tabs.map((tab) => ({
          value: tab,
          label: list.tabLabels[tab],
          count: counts[tab],
        }))}
      >
        <div className="row list-bar">
          <Input
            icon={texts.busy ? Searching : Search}
            type="search"
            value={view.q}
            onChange={(event) => change({ q: event.target.value })}
            placeholder={labels.placeholder}
            aria-label={`${labels.many} suchen`}
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
          />
          <Select
            className="only-desktop"
            aria-label="Sortieren"
            value={view.sort}
            onChange={(event) => change({ sort: event.target.value as Sort })}
            options={sorts}
          />
          <IconButton
            icon={ArrowUpDown}
            label="Sortieren"
            look="bordered"
            className="only-mobile"
            onClick={() => setSorting(true)}
          />
          {!create.inFrame && (
            <Link
              to={create.to}
              aria-label={create.label}
              className={iconButtonClass('bordered', 'only-mobile')}
            >
              <Plus className="i" aria-hidden />
            </Link>
          )}
        </div>
        {parts.length > 0 && (
          <ChipGroup className="below-4" aria-label="Nur davon zeigen">
            {parts.map(({ status, count }) => (
              <ToggleChip
                key={status}
                pressed={view.only === status}
                onPress={(on) => change({ only: on ? status : undefined })}
              >
                {`${STATUS_LOOKS[status].label} ${formatNumber(count)}`}
              </ToggleChip>
            ))}
          </ChipGroup>
        )}
        {texts.failed && (
          <Failed
            text="Die ganzen Beschreibungen konnten nicht durchsucht werden."
            busy={texts.busy}
            onRetry={texts.onRetry}
          />
        )}
        <p className="sr" role="status">
          {texts.busy && 'Beschreibungen werden durchsucht'}
        </p>
        {found.total === 0 && texts.busy ? (
          <SkeletonRegion className="cards">
            <ItemCardSkeleton />
          </SkeletonRegion>
        ) : found.total === 0 ? (
          <NothingFound {...props} />
        ) : (
          <>
            <div className="cards">{found.items.map(card)}</div>
            <div className="between above-5">
              <span className="sm muted num">
                {found.total === 1
                  ? labels.one
                  : `${found.from}–${found.to} von ${found.total} ${labels.ofMany}`}
              </span>
              <Pagination
                page={found.page}
                pages={found.pages}
                onChange={(page) => {
                  onView({ ...view, page });
                  scrollTo({ top: 0 });
                }}
                label={`Seiten der ${labels.many}`}
              />
            </div>
          </>
        )}
      </Tabs>
      <SortSheet
        open={sorting}
        sorts={sorts}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
        onClose={() => setSorting(false)}
      />
    </>
  );
}

/** In place of the lens while the server looks. */
const Searching = forwardRef<SVGSVGElement, LucideProps>((props, ref) => (
  <LoaderCircle ref={ref} {...props} className="i spinner" />
));

function NothingFound<Item extends Listable, Tab extends CountName, Sort extends string>({
  list,
  all,
  view,
  onView,
  labels,
  create,
}: Props<Item, Tab, Sort>) {
  const searched = view.q.trim() !== '';
  const others = list.otherTabs(all, view);
  const also = others.map((tab) => `«${list.tabLabels[tab]}»`).join(' oder ');
  const drafts = others.some((tab) => tab === 'entwurf');
  const change = (part: Partial<ListView<Tab, Sort>>) => onView({ ...view, page: 1, ...part });
  const counts = list.tabCounts(all, view);
  const offline = useAccount().offline_at !== null && all.length > 0;
  return (
    <div className="card">
      <EmptyState
        title={`Keine ${labels.many} gefunden`}
        actions={
          searched ? (
            <>
              {others.map((tab, i) => (
                <Button
                  key={tab}
                  variant={i === 0 ? 'primary' : 'secondary'}
                  onClick={() => change({ tab, only: undefined })}
                >
                  {`${list.tabLabels[tab]} ansehen`}
                </Button>
              ))}
              <Button onClick={() => onView({ ...list.defaultView, tab: view.tab })}>
                Suche löschen
              </Button>
            </>
          ) : offline ? undefined : (
            <>
              {/* What is there comes before something new. */}
              {others.map((tab) => (
                <Button
                  key={tab}
                  variant={tab === 'entwurf' ? 'primary' : 'secondary'}
                  onClick={() => onView({ ...list.defaultView, tab })}
                >
                  {`${list.tabLabels[tab]} ansehen`}
                </Button>
              ))}
              <ButtonLink to={create.to} variant={drafts ? 'secondary' : 'primary'} icon={Plus}>
                {create.label}
              </ButtonLink>
            </>
          )
        }
      >
        {searched
          ? `Versuche es mit einem anderen Wort.${also && ` Oder such in ${also}.`}`
          : all.length === 0
            ? labels.first
            : offline
              ? 'Du bist überall offline. Was online war, kommt wieder, sobald du online gehst.'
              : `In diesem Reiter steht zurzeit nichts. Du hast ${listText(others.map((tab) => `${formatNumber(counts[tab])} unter «${list.tabLabels[tab]}»`))}.`}
      </EmptyState>
    </div>
  );
}
