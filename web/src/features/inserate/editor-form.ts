import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { InseratContent, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { DEFAULT_COUNTRY, type ImageKind } from '@samtrot/shared/inserate/limits.ts';
import type { DatedPush } from '@samtrot/shared/inserate/rules.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';

/** What the editor holds while it is open. Pictures are not part of it: they are saved one by one as they come. */
export interface EditorForm {
  package: PackageId;
  cantons: readonly string[];
  categories: readonly number[];
  offerings: readonly number[];
  name: string;
  titel: string;
  beschreibung: string;
  /** E.164, or as far as it is typed. */
  phone: string;
  smsAllowed: boolean;
  whatsappAllowed: boolean;
  whatsapp: string;
  homepage: string;
  showAddress: boolean;
  street: string;
  addressExtra: string;
  postcode: string;
  town: string;
  country: string;
  originalbilder: ImageKind;
  /** HH:MM each day. */
  pushTimes: readonly string[];
  datedPushes: readonly DatedPush[];
  topAd: boolean;
  colour: boolean;
  story: boolean;
  storyTitle: string;
  autoExtend: boolean;
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
  phone: '',
  smsAllowed: false,
  whatsappAllowed: false,
  whatsapp: '',
  homepage: '',
  showAddress: true,
  street: '',
  addressExtra: '',
  postcode: '',
  town: '',
  country: DEFAULT_COUNTRY,
  originalbilder: 'Keine Angaben',
  pushTimes: [],
  datedPushes: [],
  topAd: false,
  colour: false,
  story: false,
  storyTitle: '',
  autoExtend: false,
  publish: 'Sofort',
  publishDate: '',
  publishTime: '',
};

export const formOf = (inserat: InseratContent): EditorForm => ({
  package: inserat.inserat_typ,
  cantons: inserat.cantons,
  categories: inserat.categories,
  offerings: inserat.offerings,
  name: inserat.name,
  titel: inserat.titel,
  beschreibung: inserat.beschreibung,
  phone: inserat.telefon,
  smsAllowed: inserat.sms_erlaubt,
  whatsappAllowed: inserat.whatsapp_erlaubt,
  whatsapp: inserat.whatsapp,
  homepage: inserat.homepage,
  showAddress: inserat.adresse_anzeigen,
  street: inserat.strasse_und_nummer,
  addressExtra: inserat.adressezusatz,
  postcode: inserat.postleitzahl,
  town: inserat.ort,
  country: inserat.land,
  originalbilder: inserat.originalbilder,
  pushTimes: inserat.push_times,
  datedPushes: inserat.date_time_pushes,
  topAd: inserat.top_ad_enabled,
  colour: inserat.color_enabled,
  story: inserat.story_posted,
  storyTitle: inserat.story_title,
  autoExtend: inserat.auto_extend,
  publish: inserat.publish_option,
  publishDate: inserat.publish_date,
  publishTime: inserat.publish_time,
});

/** What there is to choose. */
export interface Lists {
  cantons: readonly { id: string }[];
  categories: readonly { id: number }[];
  offerings: readonly { id: number }[];
}

/** Without what is no choice any more: nobody could take it away on the page. */
export function stillOffered(form: EditorForm, lists: Lists): EditorForm {
  const among = <Id>(chosen: readonly Id[], list: readonly { id: Id }[]) =>
    chosen.filter((id) => list.some((entry) => entry.id === id));
  return {
    ...form,
    cantons: among(form.cantons, lists.cantons),
    categories: among(form.categories, lists.categories),
    offerings: among(form.offerings, lists.offerings),
  };
}

/** A free ad is neither planned nor renewed, so choosing it forces Sofort (EDI-97, EDI-98). The dates stay for a change of mind. */
export const withPackage = (form: EditorForm, chosen: PackageId): EditorForm => ({
  ...form,
  package: chosen,
  publish: chosen === 'free' ? 'Sofort' : form.publish,
  autoExtend: chosen !== 'free' && form.autoExtend,
});

/** Everything typed and chosen is gone (EDI-13). A booked ad stays in its booking: another package would be a new one. */
export const cleared = (form: EditorForm, booked: boolean): EditorForm => ({
  ...BLANK_FORM,
  ...(booked && {
    ...{ package: form.package, publish: form.publish, publishDate: form.publishDate, publishTime: form.publishTime },
  }),
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
  /** The version that it goes on from; another one on the server is not saved over. */
  version?: number;
}

/** The body of saveInserat. Status, dates and price are the server's and are not sent. */
export function toWire(
  form: EditorForm,
  { inseratId, as, expectedTotal, version }: Sending,
): Params<typeof saveInserat> {
  return {
    inserat_id: inseratId,
    post_status: as,
    ...contentOf(form),
    ...(expectedTotal !== undefined && { expected_total: expectedTotal }),
    ...(version !== undefined && { version }),
  };
}

/** What was typed and chosen, in the words of the wire. */
export function contentOf(form: EditorForm): InseratContent {
  const planned = form.publish === 'Planen';
  return {
    inserat_typ: form.package,
    name: form.name,
    titel: form.titel,
    beschreibung: form.beschreibung,
    telefon: form.phone,
    sms_erlaubt: form.smsAllowed,
    whatsapp_erlaubt: form.whatsappAllowed,
    whatsapp: form.whatsappAllowed ? form.whatsapp : '',
    homepage: form.homepage,
    adresse_anzeigen: form.showAddress,
    strasse_und_nummer: form.street,
    adressezusatz: form.addressExtra,
    postleitzahl: form.postcode,
    ort: form.town,
    land: form.country,
    cantons: [...form.cantons],
    categories: [...form.categories],
    offerings: [...form.offerings],
    originalbilder: form.originalbilder,
    push_times: [...form.pushTimes],
    date_time_pushes: form.datedPushes.map(({ date, time }) => ({ date, time })),
    top_ad_enabled: form.topAd,
    color_enabled: form.colour,
    story_posted: form.story,
    story_title: form.storyTitle,
    auto_extend: form.autoExtend,
    publish_option: form.publish,
    publish_date: planned ? form.publishDate : '',
    publish_time: planned ? form.publishTime : '',
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
    });
  return plain(form) !== plain(saved);
}
