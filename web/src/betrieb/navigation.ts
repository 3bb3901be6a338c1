import type { Right } from '@samtrot/shared/staff/rights.ts';
import { Gauge, IdCard, type LucideIcon, Users } from 'lucide-react';

export interface Entry {
  label: string;
  /** Below `/betrieb`. */
  path: string;
  right: Right;
  icon: LucideIcon;
  /** After G. */
  key?: string;
}

/** What exists, in the order of the specification; each part of the house adds its entries. */
export const NAVIGATION: readonly { title: string | null; entries: readonly Entry[] }[] = [
  {
    title: null,
    entries: [{ label: 'Übersicht', path: '/', right: 'house.read', icon: Gauge, key: 'ü' }],
  },
  {
    title: 'Arbeit',
    entries: [{ label: 'Freigaben', path: '/freigaben', right: 'house.read', icon: Users }],
  },
  {
    title: 'Haus',
    entries: [{ label: 'Team', path: '/team', right: 'staff.manage', icon: IdCard }],
  },
];

export const ENTRIES: readonly Entry[] = NAVIGATION.flatMap(({ entries }) => entries);

/** Whether a path of the back office is open to these rights; unknown ones are open to nobody. */
export const mayOpen = (path: string, rights: readonly string[]): boolean =>
  ENTRIES.some((entry) => entry.path === path && rights.includes(entry.right));
