import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Inserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import type { ImageKind } from '@samtrot/shared/inserate/rules.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { type Phone, phoneFromWire, phoneToWire } from './phone.ts';

/** What the editor holds while it is open. Pictures are not part of it: they are saved one by one as they come. */
export interface EditorForm {
  package: PackageId;
  cantons: readonly string[];
  categories: readonly number[];
  offerings: readonly number[];
  name: string;
  titel: string;
  beschreibung: string;
  phone: Phone;
  originalbilder: ImageKind;
  publish: 'Sofort' | 'Planen';
  publishDate: string;
  publishTime: string;
}

/** A new ad: free, online at once (EDI-19, EDI-20). */
export const BLANK_FORM: EditorForm = {
  package: 'free',
  cantons: [],
  categories: [],
  offerings: [],
  name: '',
  titel: '',
  beschreibung: '',
  phone: { dial: '+41', number: '' },
  originalbilder: 'Keine Angaben',
  publish: 'Sofort',
  publishDate: '',
  publishTime: '',
};

export const formOf = (inserat: Inserat): EditorForm => ({
  package: inserat.inserat_typ,
  cantons: inserat.cantons,
  categories: inserat.categories,
  offerings: inserat.offerings,
  name: inserat.name,
  titel: inserat.titel,
  beschreibung: inserat.beschreibung,
  phone: phoneFromWire(inserat.telefon),
  originalbilder: inserat.originalbilder,
  publish: inserat.publish_option,
  publishDate: inserat.publish_date,
  publishTime: inserat.publish_time,
});

/** A free ad cannot be planned, so choosing it forces Sofort (EDI-97). The dates stay for a change of mind. */
export const withPackage = (form: EditorForm, chosen: PackageId): EditorForm => ({
  ...form,
  package: chosen,
  publish: chosen === 'free' ? 'Sofort' : form.publish,
});

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
}

/** The body of saveInserat. Status, dates and price are the server's and are not sent. */
export function toWire(form: EditorForm, { inseratId, as, expectedTotal }: Sending): Params<typeof saveInserat> {
  const planned = form.publish === 'Planen';
  return {
    inserat_id: inseratId,
    post_status: as,
    inserat_typ: form.package,
    name: form.name,
    titel: form.titel,
    beschreibung: form.beschreibung,
    telefon: phoneToWire(form.phone),
    cantons: [...form.cantons],
    categories: [...form.categories],
    offerings: [...form.offerings],
    originalbilder: form.originalbilder,
    publish_option: form.publish,
    publish_date: planned ? form.publishDate : '',
    publish_time: planned ? form.publishTime : '',
    ...(expectedTotal !== undefined && { expected_total: expectedTotal }),
  };
}

/** Whether something differs from what was last saved; the order of chosen items does not count. */
export function hasChanges(form: EditorForm, saved: EditorForm): boolean {
  const plain = (of: EditorForm) =>
    JSON.stringify({
      ...of,
      cantons: [...of.cantons].sort(),
      categories: [...of.categories].sort(),
      offerings: [...of.offerings].sort(),
      phone: phoneToWire(of.phone),
    });
  return plain(form) !== plain(saved);
}
