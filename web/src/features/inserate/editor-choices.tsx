import {
  EXTRA_PRICES,
  featuresOf,
  PACKAGE_IDS,
  PACKAGES,
  type QuoteItem,
} from '@samtrot/shared/cart/rules.ts';
import type { InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/money.ts';
import { Check } from 'lucide-react';
import type { Account } from '../../lib/session/session.ts';
import { ChipGroup } from '../../ui/chip-group.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { RadioCard } from '../../ui/radio-card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { allChosen, toggled, withPackage } from './editor-form.ts';
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
            end={formatCredits(PACKAGES[id].price)}
          />
        ))}
      </div>
      <div className="incl">
        {featuresOf(form.inserat_typ).map((text) => (
          <span key={text}>
            <Check className="i" aria-hidden />
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

export function RegionSection(props: ChipsProps<string>) {
  const { form, change } = props.editor;
  return (
    <PricedChips
      {...props}
      id="regionen"
      title="Regionen"
      field="cantons"
      chosen={form.cantons}
      extra={EXTRA_PRICES.region}
      onToggle={(id) => change({ cantons: toggled(form.cantons, id) })}
    />
  );
}

export function CategorySection(props: ChipsProps<number>) {
  const { form, change } = props.editor;
  return (
    <PricedChips
      {...props}
      id="kategorien"
      title="Kategorien"
      field="categories"
      chosen={form.categories}
      extra={EXTRA_PRICES.category}
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
}

function PricedChips<Id extends string | number>(props: PricedProps<Id>) {
  const { id, title, field, chosen, list, item, covered, extra, onToggle, editor } = props;
  const hint = item && (
    <>
      {item.note}
      {item.quantity > 0 ? (
        <>
          , <b>{`${item.quantity} extra: ${formatCredits(item.total)}`}</b>
        </>
      ) : (
        chosen.length === covered && `, jede weitere + ${extra}`
      )}
    </>
  );
  return (
    <FormSection id={id} title={title} hint={hint} error={editor.errorAt(field)}>
      <ChipGroup
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-error`}
        id={controlId(field)}
      >
        {list.map((entry) => (
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
