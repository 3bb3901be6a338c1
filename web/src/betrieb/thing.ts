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

const PATHS: Record<string, (id: string) => string> = {
  account: (id) => `/kundinnen/${id}`,
  approval: () => '/freigaben',
  card: (id) => `/kundinnen/${id}`,
  case: (id) => `/geld/faelle/${id}`,
  hold: () => '/gesperrt',
  payment: (id) => `/geld/zahlungen/${id}`,
  report: (id) => `/meldungen/M-${id}`,
  review: (id) => `/pruefen/${id}`,
  staff: () => '/team',
  template: () => '/postfach/vorlagen',
  website: (id) => `/partner/${id}`,
  thread: (id) => `/postfach/S-${id}`,
};

/** The page of what a line of the audit log is about, if it has one. */
export function objectPath(object: string): string | undefined {
  const [kind = '', id = ''] = object.split(':');
  return PATHS[kind]?.(id);
}
