/**
 * `<Segmented label="Farbschema" value={theme} onChange={setTheme} items={[{ value: 'light', label:
 * 'Hell' }]} />`: one of a few.
 */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRoving } from './use-roving.ts';
import './segmented.css';

interface Props<T extends string> {
  value: T;
  onChange: (value: T) => void;
  items: readonly { value: T; label: ReactNode; icon?: LucideIcon }[];
  label: string;
}

export function Segmented<T extends string>({ value, onChange, items, label }: Props<T>) {
  const roving = useRoving();
  return (
    <div className="scroll-x">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as an inline row */}
      <div className="segmented" role="group" aria-label={label} data-slot="segmented" {...roving}>
        {items.map(({ value: own, label: text, icon: Icon }) => (
          <button
            key={own}
            type="button"
            className="hit"
            aria-pressed={own === value}
            onClick={() => onChange(own)}
          >
            {Icon && <Icon className="i" aria-hidden />}
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}
