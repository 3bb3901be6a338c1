import * as z from 'zod/mini';
import { PACKAGE_IDS } from '../cart/rules.ts';
import { type Content, deliveredIn } from '../kernel/content.ts';
import { blankOf, contactIn, field, shownIn, text, valuesOf } from '../kernel/content-schema.ts';
import { checked } from '../kernel/fields.ts';
import { MAX_OPENINGS } from '../kernel/opening-hours.ts';
import { draftProblem, tidyText } from '../kernel/text.ts';
import { MAX_MARKUP, plainText } from './html.ts';
import { LANGUAGE_CODES, type LanguageCode } from './languages.ts';
import {
  DEFAULT_COUNTRY,
  HOMEPAGE_MAX,
  IMAGE_KINDS,
  MAX_DAILY_PUSHES,
  MAX_DATED_PUSHES,
} from './limits.ts';

const DatedPush = z.object({ date: z.string(), time: z.string() });
const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/));
const timeOfDay = z.string().check(z.regex(/^(\d{2}:\d{2})?$/));
const reachable = <Line extends z.ZodMiniType>(lines: z.ZodMiniArray<Line>) =>
  z.object({ zeiten: lines, nach_absprache: z.boolean() });
const chosen = (max: number) => ({
  ...field(z.array(z.int()), []),
  draft: z.array(z.int()).check(z.maxLength(max)),
});
const DESCRIPTION_MAX = 5000;
const descriptionProblem = (html: string) => draftProblem(html, DESCRIPTION_MAX, plainText);
const START = ['Sofort', 'Planen'] as const;

const inOrder = (chosen: LanguageCode[]) => LANGUAGE_CODES.filter((code) => chosen.includes(code));

/**
 * What the advertiser writes and chooses (EDI-104), in the order of the page: the only list of its
 * fields. Rules that look beyond one field are in `problems.ts`, which pages load on demand.
 */
export const content = {
  inserat_typ: {
    ...field(z.enum(PACKAGE_IDS), 'free'),
    internal: true,
    todo: ['Paket wählen', 'Paket prüfen'],
  },
  cantons: {
    ...field(z.array(z.string()), []),
    draft: z.array(z.string().check(z.maxLength(2))).check(z.maxLength(26)),
    twin: 'selectedRegions',
    todo: ['Region wählen', 'Regionen prüfen'],
    required: true,
  },
  categories: { ...chosen(50), todo: ['Kategorie wählen', 'Kategorien prüfen'], required: true },
  offerings: { ...chosen(100), todo: ['Angebote wählen', 'Angebote prüfen'] },
  name: {
    ...text(3, 20),
    delivered: true,
    example: 'Lena',
    label: 'Name',
    todo: ['Name eingeben', 'Name prüfen'],
    required: true,
  },
  titel: {
    ...text(3, 100),
    delivered: true,
    example: 'Ruhige Stunden am See',
    label: 'Titel',
    todo: ['Titel eingeben', 'Titel prüfen'],
    required: true,
  },
  /** Simple HTML (see `html.ts`). */
  beschreibung: {
    ...text(10, DESCRIPTION_MAX, { tidy: 'text' }),
    draft: z.pipe(
      z.pipe(z.string(), z.transform(tidyText)),
      checked(descriptionProblem).check(z.maxLength(MAX_MARKUP)),
    ),
    label: 'Beschreibung',
    todo: ['Beschreibung eingeben', 'Beschreibung prüfen'],
    required: true,
  },
  /** ISO 639-1. */
  sprachen: {
    ...field(z.array(z.enum(LANGUAGE_CODES)), []),
    draft: z.pipe(z.array(z.enum(LANGUAGE_CODES)).check(z.maxLength(50)), z.transform(inOrder)),
    delivered: true,
    example: ['de', 'fr'],
    label: 'Sprachen',
    todo: ['Sprachen wählen', 'Sprachen prüfen'],
  },
  /** E.164 as soon as it is whole. */
  telefon: {
    ...text(6, 20),
    contact: true,
    delivered: true,
    example: '+41791234567',
    label: 'Telefon',
    todo: ['Telefon eingeben', 'Telefon prüfen'],
    required: true,
  },
  sms_erlaubt: {
    ...field(z.boolean(), false),
    label: 'SMS erlaubt',
    todo: ['SMS wählen', 'SMS prüfen'],
  },
  whatsapp_erlaubt: {
    ...field(z.boolean(), false),
    label: 'WhatsApp erlaubt',
    todo: ['WhatsApp wählen', 'WhatsApp prüfen'],
  },
  whatsapp: {
    ...text(6, 20),
    contact: true,
    label: 'WhatsApp',
    todo: ['WhatsApp-Nummer eingeben', 'WhatsApp-Nummer prüfen'],
    required: { by: 'whatsapp_erlaubt' },
  },
  /**
   * Lines of days (Monday is 1, Sunday 7) and hours in Swiss time, or by appointment. An end before
   * its beginning lies after midnight, equal times are the whole day.
   */
  erreichbar: {
    ...field(
      reachable(z.array(z.object({ tage: z.array(z.int()), von: z.string(), bis: z.string() }))),
      { zeiten: [], nach_absprache: false },
    ),
    draft: reachable(
      z
        .array(
          z.object({
            tage: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
            von: timeOfDay,
            bis: timeOfDay,
          }),
        )
        .check(z.maxLength(MAX_OPENINGS)),
    ),
    delivered: true,
    example: {
      zeiten: [{ tage: [1, 2, 3, 4, 5, 6, 7], von: '10:00', bis: '22:00' }],
      nach_absprache: false,
    },
    label: 'Erreichbar',
    todo: ['Erreichbar angeben', 'Erreichbar prüfen'],
  },
  homepage: {
    ...text(0, HOMEPAGE_MAX),
    contact: true,
    label: 'Webseite',
    todo: ['Webseite eingeben', 'Webseite prüfen'],
  },
  /** «Ganze Adresse» (`place.ts`). */
  adresse_anzeigen: {
    ...field(z.boolean(), false),
    open: true,
    label: 'Wo findet man dich?',
    todo: ['Adresse wählen', 'Adresse prüfen'],
  },
  /** «Ort», and with the whole address too. Off: partner websites show the region only. */
  ort_anzeigen: { ...field(z.boolean(), false), open: true },
  strasse_und_nummer: {
    ...text(3, 100),
    contact: true,
    label: 'Strasse und Nummer',
    todo: ['Strasse eingeben', 'Strasse prüfen'],
    required: { by: 'adresse_anzeigen' },
  },
  adressezusatz: {
    ...text(0, 100),
    contact: true,
    label: 'Adresszusatz',
    todo: ['Adresszusatz eingeben', 'Adresszusatz prüfen'],
  },
  postleitzahl: {
    ...text(4, 7),
    contact: true,
    label: 'PLZ',
    todo: ['PLZ eingeben', 'PLZ prüfen'],
    required: { by: 'ort_anzeigen' },
  },
  ort: {
    ...text(2, 50),
    contact: true,
    label: 'Ort',
    todo: ['Ort eingeben', 'Ort prüfen'],
    required: { by: 'ort_anzeigen' },
  },
  land: {
    ...text(2, 50, { blank: DEFAULT_COUNTRY }),
    contact: true,
    label: 'Land',
    todo: ['Land wählen', 'Land prüfen'],
    required: { by: 'adresse_anzeigen' },
  },
  originalbilder: {
    ...field(z.enum(IMAGE_KINDS), 'Keine Angaben'),
    delivered: true,
    example: 'Original Bilder',
  },
  /** HH:MM each day, Swiss time. */
  push_times: {
    ...field(z.array(z.string()), []),
    internal: true,
    draft: z.array(timeOfDay).check(z.maxLength(MAX_DAILY_PUSHES)),
    todo: ['Push-Zeiten wählen', 'Push-Zeiten prüfen'],
  },
  date_time_pushes: {
    ...field(z.array(DatedPush), []),
    internal: true,
    draft: z.array(z.object({ date: day, time: timeOfDay })).check(z.maxLength(MAX_DATED_PUSHES)),
    todo: ['Push-Termine wählen', 'Push-Termine prüfen'],
  },
  top_ad_enabled: {
    ...field(z.boolean(), false),
    internal: true,
    twin: 'inserat_topad',
    todo: ['TopAd prüfen', 'TopAd prüfen'],
  },
  color_enabled: { ...field(z.boolean(), false), internal: true, twin: 'inserat_farbe' },
  story_posted: {
    ...field(z.boolean(), false),
    internal: true,
    twin: 'inserat_story',
    todo: ['Bild für die Story hinzufügen', 'Story prüfen'],
    required: 'checked',
  },
  story_title: {
    ...text(0, 50),
    label: 'Titel der Story',
    todo: ['Titel der Story eingeben', 'Titel der Story prüfen'],
  },
  auto_extend: {
    ...field(z.boolean(), false),
    internal: true,
    twin: 'reaktivierung',
    todo: ['Reaktivierung wählen', 'Reaktivierung prüfen'],
  },
  publish_option: {
    ...field(z.literal(START), 'Sofort'),
    internal: true,
    todo: ['Start wählen', 'Start prüfen'],
  },
  /** Empty, or a day and a time of day; whether they exist and lie ahead is for publishing. */
  publish_date: {
    ...field(z.string(), ''),
    internal: true,
    draft: day,
    todo: ['Datum wählen', 'Datum prüfen'],
    required: 'checked',
  },
  publish_time: {
    ...field(z.string(), ''),
    internal: true,
    draft: timeOfDay,
    todo: ['Zeit wählen', 'Zeit prüfen'],
    required: 'checked',
  },
} as const satisfies Content;
export const InseratContent = z.object(valuesOf(content));
export type InseratContent = z.infer<typeof InseratContent>;
/** What visitors may see of it. */
export const SHOWN_CONTENT = shownIn(content);
/** What partner websites get as it is written. */
export const DELIVERED_CONTENT = deliveredIn(content);
/** Its contact data while nothing is written. */
export const BLANK_CONTACT = contactIn(content);
/** A new ad: free, online at once (EDI-19, EDI-20). */
export const BLANK_INSERAT: InseratContent = blankOf(content);
