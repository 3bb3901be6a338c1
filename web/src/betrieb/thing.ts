import type { HeldThing } from '@samtrot/shared/holds/status.ts';

export const THING_LABELS: Record<HeldThing, string> = {
  inserat: 'Inserat',
  banner: 'Banner',
  club: 'Club',
  account: 'Konto',
};

/** `Inserat 20001` */
export const thingName = ({ type, id }: { type: HeldThing; id: number }): string =>
  `${THING_LABELS[type]} ${id}`;
