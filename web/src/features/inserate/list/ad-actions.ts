import { type AdPrices, type ExtraId, isPremium } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { after, type InseratEvent } from '@samtrot/shared/inserate/status.ts';
import {
  ArrowUpToLine,
  CirclePlay,
  Copy,
  Eye,
  EyeOff,
  type LucideIcon,
  Palette,
  Pencil,
  Pin,
  Play,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { AdDialogType } from './ad-questions.ts';

interface Action {
  label: string;
  icon: LucideIcon;
  /** The question before it happens (INS-17 to INS-27). */
  dialog: AdDialogType;
  /** The event of the lifecycle; absent where nothing changes. */
  event?: InseratEvent;
}

/** The buttons of a card in their order (INS-13 to INS-16). */
const ACTIONS = {
  edit: { label: 'Bearbeiten', icon: Pencil, dialog: 'AD_EDIT' },
  push: { label: 'Push', icon: ArrowUpToLine, dialog: 'AD_PUSH', event: 'pushen' },
  colour: { label: 'Farbe', icon: Palette, dialog: 'AD_COLOR', event: 'faerben' },
  top: { label: 'TopAd', icon: Pin, dialog: 'AD_TOP', event: 'topad' },
  story: { label: 'Story', icon: CirclePlay, dialog: 'AD_STORY', event: 'story' },
  activate: { label: 'Sofort aktivieren', icon: Play, dialog: 'AD_ACTIVATE', event: 'aktivieren' },
  reactivate: {
    label: 'Reaktivieren',
    icon: RotateCcw,
    dialog: 'AD_REACTIVATE',
    event: 'reaktivieren',
  },
  duplicate: { label: 'Duplizieren', icon: Copy, dialog: 'AD_DUPLICATE', event: 'duplizieren' },
  hide: { label: 'Ausblenden', icon: EyeOff, dialog: 'AD_HIDE', event: 'ausblenden' },
  delete: { label: 'Löschen', icon: Trash2, dialog: 'AD_DELETE', event: 'loeschen' },
} as const satisfies Record<string, Action>;

export type AdAction = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as AdAction[];

export type Offered = Action & { name: AdAction };

/** What the server still takes while the house keeps an ad off the websites. */
const WHILE_HELD: readonly AdAction[] = ['edit', 'delete'];

/** What this ad can do now, in the order of the card; the life table decides. */
export function actionsOf(
  { inserat_status }: Pick<Inserat, 'inserat_status'>,
  held = false,
): Offered[] {
  return NAMES.flatMap((name) => {
    if (held && !WHILE_HELD.includes(name)) return [];
    const action: Action = ACTIONS[name];
    if (action.event && !after(inserat_status, action.event)) return [];
    const shown =
      name === 'activate' && inserat_status === 'ausgeblendet'
        ? { label: 'Einblenden', icon: Eye }
        : {};
    return [{ ...action, ...shown, name }];
  });
}

/** The four that lift an ad among others; each has a price. */
export const BOOSTS = ['push', 'colour', 'top', 'story'] as const satisfies AdAction[];
export type Boost = (typeof BOOSTS)[number];

export const isBoost = (name: AdAction): name is Boost =>
  (BOOSTS as readonly AdAction[]).includes(name);

const EXTRA_OF = {
  push: 'datedPush',
  colour: 'colour',
  top: 'topAd',
  story: 'story',
} as const satisfies Record<Boost, ExtraId>;

/** What it costs this ad now: of a TopAd or a story less where less is left of the run. */
export function boostPrice(
  { extras }: Pick<AdPrices, 'extras'>,
  { topad_offer, story_offer }: Inserat,
  boost: Boost,
): number {
  const offer = boost === 'top' ? topad_offer : boost === 'story' ? story_offer : null;
  return offer && offer.hours > 0 ? offer.price : extras[EXTRA_OF[boost]];
}

/** The label of what is booked already; null for nothing. */
export function boosted(inserat: Inserat, boost: Boost): string | null {
  if (boost === 'push')
    return inserat.push_taglich ? `${inserat.push_times.length}× täglich` : null;
  const booked = {
    colour: inserat.inserat_farbe,
    top: inserat.inserat_topad,
    story: inserat.inserat_story,
  };
  return booked[boost] ? 'gebucht' : null;
}

/** Whether it was ever on the partner websites: then there is something to show of it. */
export const wasOnline = ({
  inserat_status,
  views,
}: Pick<Inserat, 'inserat_status' | 'views'>): boolean =>
  views > 0 || (inserat_status !== 'entwurf' && inserat_status !== 'geplant');

/**
 * Whether the card has the switch for automatic reactivation: premium ads that run, wait or are
 * hidden (INS-40, INS-44).
 */
export const renewable = ({ paid, inserat_status }: Inserat): boolean =>
  paid !== null && isPremium(paid.package) && after(inserat_status, 'autoreaktivieren') !== null;
