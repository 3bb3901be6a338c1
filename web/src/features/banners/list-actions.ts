import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { afterBanner, type BannerEvent } from '@samtrot/shared/banners/status.ts';
import { Copy, Eye, EyeOff, type LucideIcon, Pencil, Play, Trash2 } from 'lucide-react';
import type { BannerDialogType } from './list-questions.ts';

interface Action {
  label: string;
  icon: LucideIcon;
  /** The question before it happens (BAN-15 to BAN-19). */
  dialog: BannerDialogType;
  event: BannerEvent;
}

/** The buttons of a card in their order (BAN-12 to BAN-14). */
const ACTIONS = {
  edit: { label: 'Ändern', icon: Pencil, dialog: 'BANNER_EDIT', event: 'aendern' },
  duplicate: { label: 'Duplizieren', icon: Copy, dialog: 'BANNER_DUPLICATE', event: 'duplizieren' },
  hide: { label: 'Ausblenden', icon: EyeOff, dialog: 'BANNER_HIDE', event: 'ausblenden' },
  delete: { label: 'Löschen', icon: Trash2, dialog: 'BANNER_DELETE', event: 'loeschen' },
  activate: {
    label: 'Sofort aktivieren',
    icon: Play,
    dialog: 'BANNER_ACTIVATE',
    event: 'aktivieren',
  },
} as const satisfies Record<string, Action>;

type Name = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as Name[];

export type Offered = Action & { name: Name };

/** What the server still takes while the house keeps a banner off the websites. */
const WHILE_HELD: readonly Name[] = ['edit', 'delete'];

/** What this banner can do now, in the order of the card; the life table decides. */
export const actionsOf = ({ status }: Pick<Banner, 'status'>, held = false): Offered[] =>
  NAMES.flatMap((name) => {
    if (held && !WHILE_HELD.includes(name)) return [];
    if (afterBanner(status, ACTIONS[name].event) === null) return [];
    const shown =
      name === 'activate' && status === 'ausgeblendet' ? { label: 'Einblenden', icon: Eye } : {};
    return [{ ...ACTIONS[name], ...shown, name }];
  });
