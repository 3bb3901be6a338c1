import type { Hold } from '@samtrot/shared/holds/contract.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import { type Account, useAccount } from '../lib/session/session.ts';

export type Kind = Exclude<HeldThing, 'account'>;

/** Where each of them is edited, and says why it is held. */
export const EDITORS = {
  inserat: '/rabota/$id',
  banner: '/banner_edit/$id',
  club: '/clubs_edit/$id',
} as const;

export const isOpen = (hold: Hold | undefined): hold is Hold => hold?.released_at === null;

/** It waits for its first look: nothing is wrong with it. */
export const isWaiting = ({ first, kind }: Hold): boolean => first && kind === 'waiting';

/** The holds of the things of a kind, open or released within a day, by number. */
export const holdsOf = ({ holds }: Pick<Account, 'holds'>, kind: Kind): Map<number, Hold> =>
  new Map(holds.filter(({ object }) => object.type === kind).map((hold) => [hold.object.id, hold]));

/** The open hold of one thing; undefined without one. */
export function useOpenHold(kind: Kind, id: number | undefined): Hold | undefined {
  const hold = holdsOf(useAccount(), kind).get(id ?? 0);
  return isOpen(hold) ? hold : undefined;
}

/** Whether the item has a hold or a change that is not shown yet. */
export function useHasNotes(kind: Kind, id: number | undefined): boolean {
  const account = useAccount();
  return (
    holdsOf(account, kind).has(id ?? 0) ||
    account.changes.some(({ object }) => object.type === kind && object.id === id)
  );
}

/** The open hold of the account itself. */
export const holdOfAccount = ({ holds }: Pick<Account, 'holds'>): Hold | undefined =>
  holds.find((hold) => hold.object.type === 'account' && isOpen(hold));

type Lists = Pick<Account, 'Inserats' | 'Banners' | 'Clubs' | 'holds'>;

/** The account without what is held, which counts as not active (EXP-93). */
export function withoutHeld<T extends Lists>(account: T): T {
  const free = <I extends { ID: number }>(items: I[], kind: Kind): I[] => {
    const holds = holdsOf(account, kind);
    return items.filter(({ ID }) => !isOpen(holds.get(ID)));
  };
  return {
    ...account,
    Inserats: free(account.Inserats, 'inserat'),
    Banners: free(account.Banners, 'banner'),
    Clubs: free(account.Clubs, 'club'),
  };
}

/** The badge: what was handed in for another look is being looked at. */
export const labelOf = ({ label, resubmitted_at }: Hold): string =>
  resubmitted_at === null ? label : 'Wird geprüft';

/** The fields that have not changed since they were objected to. */
export const unchanged = ({ fields }: Hold): Hold['fields'] =>
  fields.filter(({ changed }) => !changed);

const isImage = (name: string): boolean => name.startsWith('bild:');

/** The first of the steps: «Bild 2 ersetzen oder löschen», «Titel, Beschreibung ändern». */
export function whatToChange({ fields }: Pick<Hold, 'fields'>): string {
  const names = fields.map(({ label }) => label).join(', ');
  return `${names} ${fields.every(({ name }) => isImage(name)) ? 'ersetzen oder löschen' : 'ändern'}`;
}

/** What the leading button does: «Bild 2 ersetzen»; null when all that was named has changed. */
export function firstStep(hold: Hold): { field: string | null; label: string } | null {
  const [first] = unchanged(hold);
  if (first) {
    const verb = isImage(first.name) ? 'ersetzen' : 'ändern';
    return { field: first.name, label: `${first.label} ${verb}` };
  }
  return hold.fields.length === 0 ? { field: null, label: 'Überarbeiten' } : null;
}
