import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';

/** What things are called, and where their list is. */
export const KINDS = {
  inserat: {
    one: 'Inserat',
    your: 'dein Inserat',
    this: 'dieses Inserat',
    many: 'Inserate',
    list: '/inserate',
  },
  club: { one: 'Club', your: 'dein Club', this: 'diesen Club', many: 'Clubs', list: '/clubs' },
  banner: {
    one: 'Banner',
    your: 'dein Banner',
    this: 'diesen Banner',
    many: 'Banner',
    list: '/banner',
  },
} as const satisfies Record<PlacedKind, object>;

export const isKind = (kind: string): kind is PlacedKind => Object.hasOwn(KINDS, kind);

/** What its list calls it; empty where the account does not know it. */
export function titleOf(
  { Inserats, Clubs, Banners }: Things,
  kind: PlacedKind,
  id: number,
): string {
  const is = ({ ID }: { ID: number }) => ID === id;
  if (kind === 'inserat') return Inserats.find(is)?.titel ?? '';
  return (kind === 'club' ? Clubs.find(is)?.club_name : Banners.find(is)?.post_title) ?? '';
}

interface Things {
  Inserats: readonly { ID: number; titel: string }[];
  Clubs: readonly { ID: number; club_name: string }[];
  Banners: readonly { ID: number; post_title: string }[];
}
