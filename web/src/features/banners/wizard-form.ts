import {
  type Banner,
  type BannerContent,
  type BannerImage,
  BLANK_BANNER,
  content,
  type keepBanner,
} from '@samtrot/shared/banners/contract.ts';
import type { bannerProblems } from '@samtrot/shared/banners/problems.ts';
import {
  type BannerPrices,
  type BannerTypeId,
  bannerPrice,
  fitsBanner,
  monthsLabel,
} from '@samtrot/shared/banners/rules.ts';
import { afterBanner, type BannerStatus } from '@samtrot/shared/banners/status.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { type Content, pick } from '@samtrot/shared/kernel/content.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { startProblems } from '@samtrot/shared/kernel/start.ts';

/** A picture in the wizard: one that the server has, or one that was just cut out. */
export interface WizardPicture {
  /** What an `img` shows. */
  src: string;
  width: number;
  height: number;
  /** Data URL of what the server does not have yet. */
  upload: string | null;
}

/** What the wizard holds while it is open (BAN-53). The names are those of the wire. */
export interface WizardForm extends Omit<BannerContent, 'typ'> {
  typ: BannerTypeId | null;
  picture: WizardPicture | null;
}

export const BLANK_WIZARD: WizardForm = { ...BLANK_BANNER, typ: null, picture: null };

/**
 * A banner in the wizard, with what was typed over it and not saved. Websites that are gone leave
 * what is not booked.
 */
export function wizardFormOf(banner: Banner, known: readonly number[]): WizardForm {
  const typed = banner.unsaved ?? banner;
  const { webseiten } = typed;
  return {
    ...pick(content, typed),
    webseiten: isBooked(banner.status) ? webseiten : webseiten.filter((id) => known.includes(id)),
    picture: pictureOf(typed.banner_bild),
  };
}

const pictureOf = (image: string | BannerImage): WizardPicture | null =>
  typeof image === 'string'
    ? null
    : { src: image.sizes.full, width: image.width, height: image.height, upload: null };

/** Its time is paid and not over: type, months and websites are fixed. */
export const isBooked = (status: BannerStatus | null): boolean =>
  status !== null && afterBanner(status, 'bestellen') === null;

/** The labels of the steps (BAN-33), and the fields of each. */
export const STEPS = [
  { title: 'Typ', fields: ['typ'] },
  { title: 'Inhalt & URL', fields: ['banner_bild', 'text', 'url'] },
  {
    title: 'Zeit',
    fields: ['publish_option', 'publish_date', 'publish_time', 'monate', 'auto_extend'],
  },
  { title: 'Bestellen', fields: ['webseiten'] },
] as const;
export const STEP_NUMBERS = [1, 2, 3, 4] as const;
export type StepNumber = (typeof STEP_NUMBERS)[number];

const labelOf = (field: string): string | undefined =>
  field === 'banner_bild' ? 'Bild' : (content as Content)[field]?.label;

/** The rules that a page does not load to be drawn. */
export interface Checks {
  bannerProblems: typeof bannerProblems;
  startProblems: typeof startProblems;
}

export interface ValidationContext {
  /** Null until they are there; then the server still checks. */
  checks: Checks | null;
  now: Date;
  /** Ids of the websites that are offered. */
  known: readonly number[];
  /** Null for a new banner. */
  status: BannerStatus | null;
}

export const hasPicture = ({ typ, picture }: WizardForm): boolean =>
  typ !== null && picture !== null && fitsBanner(typ, picture.width, picture.height);

/** What is wrong, by field of the wire. */
export function wizardProblems(
  form: WizardForm,
  { checks, now, known, status }: ValidationContext,
): FieldErrors {
  const { typ } = form;
  if (typ === null) return { typ: 'Wähle einen Typ' };
  if (checks === null) return {};
  const problems = checks.bannerProblems(
    { ...form, typ },
    { now, picture: hasPicture(form), known, booked: isBooked(status) },
  );
  if (status !== 'geplant') return problems;
  const start = Object.entries(checks.startProblems(form, now)).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return { ...problems, ...Object.fromEntries(start) };
}

export const problemsOfStep = (step: StepNumber, problems: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(problems).filter(([field]) =>
      (STEPS[step - 1]!.fields as readonly string[]).includes(field),
    ),
  );

/** The first step with one of these fields. */
export const stepOfFields = (fields: readonly string[]): StepNumber | undefined =>
  STEP_NUMBERS.find((step) =>
    (STEPS[step - 1]!.fields as readonly string[]).some((field) => fields.includes(field)),
  );

/** How far the wizard can be opened: the first step that is not finished, or the last. */
export const furthestStep = (problems: FieldErrors): StepNumber =>
  stepOfFields(Object.keys(problems)) ?? 4;

/** `Noch offen: Bild, Website-URL`; null when nothing is. */
export function openSentence(problems: FieldErrors): string | null {
  const fields = Object.keys(problems).flatMap((field) => labelOf(field) ?? []);
  return fields.length === 0 ? null : `Noch offen: ${fields.join(', ')}`;
}

/** What the button of the last step does (BAN-56, BAN-57). A booked banner is only changed. */
export function mainAct(
  status: BannerStatus | null,
  total: Credits,
  credits: Credits,
): 'order' | 'draft' | 'save' {
  if (isBooked(status)) return 'save';
  return total <= credits ? 'order' : 'draft';
}

export const MAIN_LABELS = {
  order: 'Banner bestellen',
  draft: 'Als Entwurf speichern',
  save: 'Änderungen speichern',
} as const;

/** Base, surcharge and total of what is chosen; null without a type. */
export const wizardPrice = (prices: BannerPrices, { typ, monate, webseiten }: WizardForm) =>
  typ === null ? null : bannerPrice(prices, { typ, months: monate, websites: webseiten.length });

/** What each further website costs. */
export const perWebsite = (prices: BannerPrices, typ: BannerTypeId, months: number): Credits =>
  bannerPrice(prices, { typ, months, websites: 2 }).surcharge;

/** The lines above the total: `Grundpreis, 1 Monat` and `2 weitere Webseiten`. */
export function priceLines(
  prices: BannerPrices,
  form: WizardForm,
): { label: string; amount: string }[] {
  const price = wizardPrice(prices, form);
  if (!price) return [];
  const further = form.webseiten.length - 1;
  const websites = {
    label: `${further} weitere ${further === 1 ? 'Webseite' : 'Webseiten'}`,
    amount: formatNumber(price.surcharge),
  };
  return [
    { label: `Grundpreis, ${monthsLabel(form.monate)}`, amount: formatNumber(price.base) },
    ...(further > 0 ? [websites] : []),
  ];
}

/** `Sofort`, or `21.12.2026, 18:00`. */
export const startLabel = (form: WizardForm): string =>
  form.publish_option === 'Sofort'
    ? 'Sofort'
    : `${form.publish_date.split('-').reverse().join('.')}, ${form.publish_time}`;

/** One more or one less, in the order of the list. */
export const withWebsite = (
  chosen: readonly number[],
  id: number,
  known: readonly number[],
): number[] =>
  known.filter((other) => (other === id ? !chosen.includes(id) : chosen.includes(other)));

export type WizardContent = Omit<Params<typeof keepBanner>, 'banner_bild'> & {
  banner_bild?: string | undefined;
};

/**
 * The content on the wire. The picture is sent only where the server has another one: `saved` is
 * what it has.
 */
export function contentOf(form: WizardForm, saved: WizardForm): WizardContent {
  const planned = form.publish_option === 'Planen';
  return {
    ...pick(content, form),
    // Nothing is sent before a type is chosen.
    typ: form.typ ?? 'a1',
    url: form.url.trim(),
    ...(!planned && { publish_date: '', publish_time: '' }),
    banner_bild:
      form.picture?.src === saved.picture?.src ? undefined : (form.picture?.upload ?? ''),
  };
}

/** Whether something differs from what was last saved; the order of the websites does not count. */
export function wizardDiffers(a: WizardForm, b: WizardForm): boolean {
  const plain = (of: WizardForm) =>
    JSON.stringify({
      ...contentOf(of, of),
      typ: of.typ,
      webseiten: [...of.webseiten].sort((x, y) => x - y),
    });
  return a.picture?.src !== b.picture?.src || plain(a) !== plain(b);
}
