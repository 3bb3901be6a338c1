import {
  featuresOf,
  isPremium,
  PACKAGE_IDS,
  PACKAGES,
  type QuoteItem,
} from '@samtrot/shared/cart/rules.ts';
import type { InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { Check, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Account, usePrices } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioCard } from '../../../ui/radio-card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ToggleChip } from '../../../ui/toggle-chip.tsx';
import { allChosen, toggled, withPackage } from './editor-form.ts';
import { asksToReplace, shownCantons } from './region-choice.ts';
import { type AdFormState, controlId } from './use-ad-form.ts';
import './editor-choices.css';

export function PackageSection({
  editor,
  over,
}: {
  editor: AdFormState;
  over: Partial<InseratContent>;
}) {
  const { form, change, errorAt } = editor;
  const { packages } = usePrices();
  return (
    <FormSection id="paket" title="Paket" error={errorAt('inserat_typ')}>
      <div
        className="pks"
        role="radiogroup"
        aria-labelledby="paket-title"
        aria-describedby="paket-error"
        id={controlId('inserat_typ')}
      >
        {PACKAGE_IDS.map((id) => (
          <RadioCard
            key={id}
            name="inserat_typ"
            value={id}
            checked={form.inserat_typ === id}
            onChange={() => change({ ...withPackage(form, id), ...over })}
            title={PACKAGES[id].title}
            end={formatCredits(packages[id])}
          />
        ))}
      </div>
      <div className="row wrap sm muted above-4">
        {featuresOf(form.inserat_typ).map((text) => (
          <span key={text} className="row-tight">
            <Check className="i is-success" aria-hidden />
            {text}
          </span>
        ))}
      </div>
    </FormSection>
  );
}

interface ChipsProps<Id> {
  editor: AdFormState;
  list: readonly { id: Id; name: string }[];
  /** Their line of the price; the covered ones are counted from it. */
  item: QuoteItem | undefined;
  /** How many the package and what is already paid cover. */
  covered: number;
}

/** The cantons: those of the last ad and the largest first, all others by search or on request. */
export function RegionSection({
  recent,
  ...props
}: ChipsProps<string> & { recent: readonly string[] }) {
  const { form, change } = props.editor;
  const { list } = props;
  const [search, setSearch] = useState('');
  const { extras } = usePrices();
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState<string | null>(null);
  const shown = shownCantons({ list, chosen: form.cantons, recent, search, all });
  const nameOf = (id: string | null | undefined) => list.find((canton) => canton.id === id)?.name;
  const choose = (cantons: string[]) => {
    change({ cantons });
    setSearch('');
  };
  const free = !isPremium(form.inserat_typ);
  const old = form.cantons[0];
  const pick = (id: string) =>
    asksToReplace(free, form.cantons, id) ? setAsking(id) : choose(toggled(form.cantons, id));
  const searching = search.trim() !== '';
  const [first] = shown;
  return (
    <PricedChips
      {...props}
      id="regionen"
      title="Regionen"
      field="cantons"
      chosen={form.cantons}
      shown={shown}
      extra={extras.region}
      onToggle={pick}
      before={
        <Input
          icon={Search}
          type="search"
          aria-label="Kanton suchen"
          placeholder="Kanton suchen"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !searching || !first || shown[1]) return;
            event.preventDefault();
            if (!form.cantons.includes(first.id)) pick(first.id);
          }}
        />
      }
    >
      {searching ? (
        <p className={first ? 'sr' : 'help'} role="status">
          {first ? `${shown.length} Treffer` : 'Kein Kanton heisst so.'}
        </p>
      ) : (
        <button
          type="button"
          className="link link-target above-1"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Weniger Kantone' : `Alle ${list.length} Kantone`}
        </button>
      )}
      <Dialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title="Region wechseln?"
        description={`${nameOf(old)} durch ${nameOf(asking)} ersetzen, oder + ${formatCredits(extras.region)} für beide`}
      >
        <DialogActions>
          <Button
            onClick={() => {
              choose([...form.cantons, asking!]);
              setAsking(null);
            }}
          >
            {`Beide, + ${formatCredits(extras.region)}`}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              choose([asking!]);
              setAsking(null);
            }}
          >
            Ersetzen
          </Button>
        </DialogActions>
      </Dialog>
    </PricedChips>
  );
}

export function CategorySection(props: ChipsProps<number>) {
  const { form, change } = props.editor;
  const { extras } = usePrices();
  return (
    <PricedChips
      {...props}
      id="kategorien"
      title="Kategorien"
      field="categories"
      chosen={form.categories}
      extra={extras.category}
      onToggle={(id) => change({ categories: toggled(form.categories, id) })}
    />
  );
}

interface PricedProps<Id> extends ChipsProps<Id> {
  id: string;
  title: string;
  field: string;
  chosen: readonly Id[];
  extra: number;
  onToggle: (id: Id) => void;
  /** Of the list, those that are shown; all without it. */
  shown?: ChipsProps<Id>['list'];
  before?: ReactNode;
  children?: ReactNode;
}

function PricedChips<Id extends string | number>(props: PricedProps<Id>) {
  const { id, title, field, chosen, list, item, covered, extra, onToggle, editor } = props;
  const { shown = list, before, children } = props;
  const hint = item && (
    <>
      {item.note}
      {item.quantity > 0 ? (
        <>
          , <b>{`${item.quantity} extra: ${formatCredits(item.total)}`}</b>
        </>
      ) : (
        chosen.length === covered && `, jede weitere ${formatCredits(extra)}`
      )}
    </>
  );
  return (
    <FormSection id={id} title={title} hint={hint} error={editor.errorAt(field)}>
      {before}
      <ChipGroup
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-error`}
        id={controlId(field)}
      >
        {shown.map((entry) => (
          <ToggleChip
            key={entry.id}
            pressed={chosen.includes(entry.id)}
            onPress={() => onToggle(entry.id)}
            extra={chosen.indexOf(entry.id) >= covered ? `+ ${extra}` : undefined}
          >
            {entry.name}
          </ToggleChip>
        ))}
      </ChipGroup>
      {children}
    </FormSection>
  );
}

export function OfferingSection({
  editor,
  list,
}: {
  editor: AdFormState;
  list: Account['offerings'];
}) {
  const { form, change } = editor;
  const all = list.map(({ id }) => id);
  return (
    <FormSection id="angebote" title="Angebote" error={editor.errorAt('offerings')}>
      <div className="setting select-all">
        <span>Alle auswählen</span>
        <Switch
          aria-label="Alle Angebote auswählen"
          checked={allChosen(form.offerings, all)}
          onChange={(event) => change({ offerings: event.target.checked ? all : [] })}
        />
      </div>
      <ChipGroup
        aria-labelledby="angebote-title"
        aria-describedby="angebote-error"
        id={controlId('offerings')}
      >
        {list.map(({ id, name }) => (
          <ToggleChip
            key={id}
            pressed={form.offerings.includes(id)}
            onPress={() => change({ offerings: toggled(form.offerings, id) })}
          >
            {name}
          </ToggleChip>
        ))}
      </ChipGroup>
    </FormSection>
  );
}
