import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import {
  BLANK_INSERAT,
  type InseratContent,
  type saveInserat,
} from '@samtrot/shared/inserate/contract.ts';
import { holdsOnlyPackage } from '@samtrot/shared/inserate/drafts.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';

/** What there is to choose. */
export interface Lists {
  cantons: readonly { id: string }[];
  categories: readonly { id: number }[];
  offerings: readonly { id: number }[];
}

/** Without choices that this ad may not have: they could not be removed on the page. */
export function stillOffered(form: InseratContent, lists: Lists): InseratContent {
  const among = <Id>(chosen: readonly Id[], list: readonly { id: Id }[]) =>
    chosen.filter((id) => list.some((entry) => entry.id === id));
  return {
    ...form,
    cantons: among(form.cantons, lists.cantons),
    categories: among(form.categories, lists.categories),
    offerings: among(form.offerings, lists.offerings),
  };
}

/**
 * A free ad is neither planned nor renewed, so choosing it forces Sofort (EDI-97, EDI-98). The
 * dates stay for a change of mind.
 */
export const withPackage = (form: InseratContent, chosen: PackageId): InseratContent => ({
  ...form,
  inserat_typ: chosen,
  publish_option: chosen === 'free' ? 'Sofort' : form.publish_option,
  auto_extend: chosen !== 'free' && form.auto_extend,
});

/**
 * Everything typed and chosen is gone (EDI-13). A booked ad stays in its booking: another package
 * would be a new one.
 */
export function cleared(form: InseratContent, booked: boolean): InseratContent {
  if (!booked) return BLANK_INSERAT;
  const { inserat_typ, publish_option, publish_date, publish_time } = form;
  return { ...BLANK_INSERAT, inserat_typ, publish_option, publish_date, publish_time };
}

/** On becomes off and off becomes on (EDI-40 to EDI-42). */
export const toggled = <T>(chosen: readonly T[], item: T): T[] =>
  chosen.includes(item) ? chosen.filter((other) => other !== item) : [...chosen, item];

/** The switch above the offerings is on exactly while all of them are chosen (EDI-43). */
export const allChosen = <T>(chosen: readonly T[], all: readonly T[]): boolean =>
  all.length > 0 && all.every((item) => chosen.includes(item));

interface Sending {
  inseratId: number;
  /** `draft` saves without placing and without charging. */
  as: 'publish' | 'draft';
  /** The price that the person saw and confirmed; the server refuses any other. */
  expectedTotal?: number;
  /** The version that it is based on; a newer one on the server is not overwritten. */
  version?: number;
}

/** The body of saveInserat. Status, dates and price are the server's and are not sent. */
export function toWire(
  form: InseratContent,
  { inseratId, as, expectedTotal, version }: Sending,
): Params<typeof saveInserat> {
  return {
    inserat_id: inseratId,
    post_status: as,
    ...sent(form),
    ...(expectedTotal !== undefined && { expected_total: expectedTotal }),
    ...(version !== undefined && { version }),
  };
}

/** What belongs to a switch that is off is not sent; the page remembers it. */
export const sent = (form: InseratContent): InseratContent => ({
  ...form,
  whatsapp: form.whatsapp_erlaubt ? form.whatsapp : '',
  ...(form.publish_option !== 'Planen' && { publish_date: '', publish_time: '' }),
});

/** Whether something differs from what was last saved; the order of chosen items does not count. */
export function hasChanges(form: InseratContent, saved: InseratContent): boolean {
  const plain = (of: InseratContent) =>
    JSON.stringify(of, (_, value: unknown) => (Array.isArray(value) ? value.toSorted() : value));
  return plain(form) !== plain(saved);
}

/** The same for what is saved as it is typed: a package alone makes no draft of a new ad. */
export const worthSaving = (form: InseratContent, saved: InseratContent, begun: boolean): boolean =>
  hasChanges(form, saved) && (begun || !holdsOnlyPackage(form));
