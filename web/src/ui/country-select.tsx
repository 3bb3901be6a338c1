import {
  COUNTRIES,
  COUNTRY_GROUPS,
  type CountryId,
  countryOf,
} from '@samtrot/shared/inserate/countries.ts';
import { clsx } from 'clsx';
import { CH } from 'country-flag-icons/string/3x2';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { findCountry, SEARCH_RESET_MS } from './phone.ts';
import './country-select.css';
import './input.css';
import './menu.css';

interface Props {
  id: string;
  label: string;
  value: CountryId;
  onChange: (country: CountryId) => void;
}

const PAGE = 10;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
};

/**
 * The dial code of a phone number: a list of countries that is searched by typing (EDI-63, EDI-73).
 * The focus stays on the button.
 */
export function CountrySelect({ id, label, value, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<CountryId>(value);
  const search = useSearch();
  const listId = useId();
  const optionId = (country: CountryId) => `${listId}-${country}`;
  const country = countryOf(value);

  const show = (at: CountryId = value) => {
    setActive(at);
    setOpen(true);
  };
  const choose = (chosen: CountryId) => {
    onChange(chosen);
    setOpen(false);
    search.clear();
  };
  const close = () => {
    setOpen(false);
    search.clear();
  };
  useBackCloses(open, close);
  const move = (by: number) => {
    const index = COUNTRIES.findIndex((entry) => entry.id === active) + by;
    setActive(COUNTRIES[Math.min(Math.max(index, 0), COUNTRIES.length - 1)]!.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[key];
    const searching = key.length === 1 && (key !== ' ' || search.text !== '');
    if (searching) {
      const found = findCountry(search.add(key), open ? active : value);
      show(found?.id ?? (open ? active : value));
    } else if (key === 'Enter' || key === ' ') {
      if (open) choose(active);
      else show();
    } else if (step !== undefined) {
      if (open) move(step);
      else show();
    } else if (key === 'Home' || key === 'End') {
      show(COUNTRIES.at(key === 'Home' ? 0 : -1)!.id);
    } else if (key === 'Escape' && open) {
      close();
    } else if (key === 'Tab' && open) {
      // Before the focus moves: a list that scrolls would get it, and be gone with it.
      close();
      return;
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <div className="country" data-slot="combobox">
      <button
        type="button"
        id={id}
        className="select country-button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? optionId(active) : undefined}
        onClick={() => (open ? close() : show())}
        onKeyDown={onKeyDown}
        onBlur={close}
      >
        <Flag country={value} />
        <span className="country-name">{country.name}</span>
        <span className="num">+{country.dial}</span>
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press in the list leaves the focus on the button
        <div
          className="menu country-menu"
          ref={intoView}
          onMouseDown={(event) => event.preventDefault()}
        >
          {search.text !== '' && (
            <p className="country-search" aria-hidden>
              Suche: {search.text}
            </p>
          )}
          <div id={listId} role="listbox" aria-label={label} className="country-list">
            {COUNTRY_GROUPS.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options, for which there is no element
              <div key={group.name} role="group" aria-labelledby={`${listId}-${group.name}`}>
                <div className="country-group" id={`${listId}-${group.name}`} role="presentation">
                  {group.name}
                </div>
                {group.countries.map(({ id, name, dial }) => (
                  <Option
                    key={id}
                    id={optionId(id)}
                    country={id}
                    name={name}
                    dial={dial}
                    selected={id === value}
                    active={id === active}
                    onChoose={choose}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** All of the list is seen when it opens. */
const intoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

interface OptionProps {
  id: string;
  country: CountryId;
  name: string;
  dial: string;
  selected: boolean;
  active: boolean;
  onChoose: (country: CountryId) => void;
}

function Option({ id, country, name, dial, selected, active, onChoose }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the button's
    // biome-ignore lint/a11y/useFocusableInteractive: the button has the focus and names the active option
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={selected}
      className={clsx('menu-item country-option', active && 'on')}
      onClick={() => onChoose(country)}
    >
      <Flag country={country} />
      <span className="country-name">{name}</span>
      {selected && <Check className="i" aria-hidden />}
      <span className="num muted">+{dial}</span>
    </div>
  );
}

/** The usual one, which every form shows: smaller than a request. */
const SWISS = `data:image/svg+xml,${encodeURIComponent(CH)}`;

/** From our own origin (`scripts/flags.ts`); fetched when it comes into view. */
const Flag = ({ country }: { country: CountryId }) => (
  <img
    className="flag"
    src={country === 'CH' ? SWISS : `/flags/${country}.svg`}
    alt=""
    width={24}
    height={16}
    loading="lazy"
  />
);

/** The letters typed so far; after a pause a new search begins. */
function useSearch() {
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const clear = () => {
    clearTimeout(timer.current);
    setText('');
  };
  const add = (letter: string): string => {
    clearTimeout(timer.current);
    timer.current = setTimeout(clear, SEARCH_RESET_MS);
    const next = text + letter;
    setText(next);
    return next;
  };
  return { text, add, clear };
}
