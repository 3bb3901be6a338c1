/**
 * `<DiscreetToggle label="Diskret" />`: veils every picture on this device; on unless switched off.
 */
import { clsx } from 'clsx';
import { Blinds } from 'lucide-react';
import { useId } from 'react';
import { setDiscreet, useDiscreet } from '../lib/page/discreet.ts';
import { Switch } from './switch.tsx';
import './discreet-toggle.css';

export function DiscreetToggle({
  label = 'Diskret-Ansicht',
  className,
}: {
  label?: string;
  className?: string;
}) {
  const id = useId();
  const discreet = useDiscreet();
  return (
    <label
      htmlFor={id}
      className={clsx('discreet', className)}
      data-slot="discreet-toggle"
      style={{ cursor: 'pointer' }}
    >
      <Blinds className="i" aria-hidden />
      {label}
      <Switch
        small
        id={id}
        checked={discreet}
        onChange={(event) => setDiscreet(event.target.checked)}
      />
    </label>
  );
}
