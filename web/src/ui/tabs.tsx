/** `<Tabs value={tab} onChange={setTab} label="Status" items={[{ value: 'aktiv', label: 'Aktiv', count: 5 }]}>{panel}</Tabs>`. */
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Props<T extends string> {
  value: T;
  onChange: (value: T) => void;
  items: readonly { value: T; label: ReactNode; count?: number }[];
  /** Names the row of tabs for screen readers. */
  label: string;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

export function Tabs<T extends string>({ value, onChange, items, label, children }: Props<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Base.List className="tabs" aria-label={label} data-slot="tabs" activateOnFocus>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} className="tab">
            {item.label}
            {item.count !== undefined && <span className="count num">{item.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel key={value} value={value} style={{ outline: 0 }}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
