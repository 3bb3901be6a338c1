import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, useTheme } from '../lib/page/theme.ts';
import { Segmented } from '../ui/segmented.tsx';

const named = (text: string) => <span className="sr">{text}</span>;

/** Light, dark, or as the device says; kept on this device. */
export function ThemeSwitch() {
  return (
    <Segmented
      label="Farbschema"
      value={useTheme()}
      onChange={setTheme}
      items={[
        { value: 'light', label: named('Hell'), icon: Sun },
        { value: 'dark', label: named('Dunkel'), icon: Moon },
        { value: 'system', label: named('Wie das Gerät'), icon: Monitor },
      ]}
    />
  );
}
