/**
 * `<Tabs value={tab} onChange={setTab} label="Status" items={[{ value: 'aktiv', label: 'Aktiv',
 * count: 5 }]}>{panel}</Tabs>`.
 */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import './tabs.css';

interface Props<T extends string> {
  value: T;
  onChange: (value: T) => void;
  items: readonly { value: T; label: ReactNode; count?: ReactNode }[];
  /** Names the row of tabs for screen readers. */
  label: string;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

export function Tabs<T extends string>({ value, onChange, items, label, children }: Props<T>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + items.length) % items.length;
    onChange(items[next]!.value);
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div
        ref={row}
        className="tabs"
        role="tablist"
        aria-label={label}
        data-slot="tabs"
        onKeyDown={go}
      >
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${item.value}`}
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            onClick={() => onChange(item.value)}
          >
            {item.label}
            {item.count !== undefined && <span className="count num">{item.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
