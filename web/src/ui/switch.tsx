/**
 * `<Switch checked={on} onChange={(event) => …} aria-label="Newsletter" />`; `<SettingRow>` puts
 * label and help beside it.
 */
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import './switch.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  small?: boolean;
}

export function Switch({ small, className, ...props }: Props) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its own checked state
      role="switch"
      className={clsx('switch', small && 'switch-sm', className)}
      data-slot="switch"
      {...props}
    />
  );
}

/** One line of settings: words at the left, the switch at the right. */
export function SettingRow({
  label,
  help,
  id: given,
  ...props
}: Props & { label: ReactNode; help?: ReactNode }) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className="setting" data-slot="setting">
      <label htmlFor={id} className="grow" style={{ cursor: 'pointer' }}>
        <span className="strong" id={`${id}-label`}>
          {label}
        </span>
        {help && (
          <span className="block help" id={`${id}-help`}>
            {help}
          </span>
        )}
      </label>
      <Switch
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
        {...props}
      />
    </div>
  );
}
