import type { Right } from '@samtrot/shared/staff/rights.ts';
import {
  Activity,
  CirclePause,
  FileText,
  Flag,
  Gauge,
  Globe,
  IdCard,
  Inbox,
  Landmark,
  ListChecks,
  type LucideIcon,
  Scale,
  ScanEye,
  ScrollText,
  Tags,
  TicketPercent,
  UserSearch,
  Users,
} from 'lucide-react';

export interface Entry {
  label: string;
  /** Below `/betrieb`. */
  path: string;
  right: Right;
  /** Where it leads who lacks that right and has this one: a part of it. */
  part?: { path: string; right: Right };
  icon: LucideIcon;
  /** Each of its items has an address below it. */
  items?: true;
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
    entries: [
      {
        label: 'Prüfen',
        path: '/pruefen',
        right: 'review.read',
        icon: ScanEye,
        items: true,
        key: 'p',
      },
      {
        label: 'Meldungen',
        path: '/meldungen',
        right: 'report.read',
        icon: Flag,
        items: true,
        key: 'm',
      },
      {
        label: 'Postfach',
        path: '/postfach',
        right: 'inbox.read',
        icon: Inbox,
        items: true,
        key: 'n',
      },
      { label: 'Gesperrt', path: '/gesperrt', right: 'hold.read', icon: CirclePause },
      { label: 'Einsprüche', path: '/einspruch', right: 'hold.read', icon: Scale, items: true },
      { label: 'Freigaben', path: '/freigaben', right: 'house.read', icon: Users },
    ],
  },
  {
    title: 'Betrieb',
    entries: [
      {
        label: 'Kundinnen',
        path: '/kundinnen',
        right: 'customer.search',
        icon: UserSearch,
        items: true,
      },
      {
        label: 'Geld',
        path: '/geld',
        right: 'money.read',
        // The role «Lesen» reads the months alone.
        part: { path: '/geld/monat', right: 'money.report' },
        icon: Landmark,
        items: true,
        key: 'g',
      },
      {
        label: 'Gutscheine',
        path: '/gutscheine',
        right: 'coupon.manage',
        icon: TicketPercent,
        items: true,
      },
      { label: 'Katalog', path: '/katalog', right: 'catalogue.edit', icon: Tags, items: true },
      { label: 'Partner', path: '/partner', right: 'partner.read', icon: Globe, items: true },
    ],
  },
  {
    title: 'Haus',
    entries: [
      { label: 'Texte', path: '/texte', right: 'text.edit', icon: FileText, items: true },
      { label: 'Team', path: '/team', right: 'staff.manage', icon: IdCard },
      {
        label: 'Moderation',
        path: '/moderation',
        right: 'moderation.mode',
        icon: ListChecks,
      },
      { label: 'Protokoll', path: '/protokoll', right: 'audit.read', icon: ScrollText },
      { label: 'Zustand', path: '/zustand', right: 'house.read', icon: Activity },
    ],
  },
];

export const ENTRIES: readonly Entry[] = NAVIGATION.flatMap(({ entries }) => entries);

/**
 * These entries, each with the path that these rights open; without those that they open no part
 * of.
 */
export const openedBy = (entries: readonly Entry[], rights: readonly string[]): Entry[] =>
  entries.flatMap((entry) => {
    if (rights.includes(entry.right)) return [entry];
    const { part } = entry;
    return part && rights.includes(part.right) ? [{ ...entry, ...part }] : [];
  });

const isAt = (path: string, entry: Entry): boolean =>
  entry.path === path || (entry.items === true && path.startsWith(`${entry.path}/`));

/** Whether a path of the back office is open to these rights; unknown ones are open to nobody. */
export const mayOpen = (path: string, rights: readonly string[]): boolean =>
  openedBy(ENTRIES, rights).some((entry) => isAt(path, entry));
