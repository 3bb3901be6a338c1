import { plainText } from '@samtrot/shared/inserate/html.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { OpenPoint as Point } from '../../ui/todo-card.tsx';
import type { EditorForm } from './editor-form.ts';

/** One line of "Noch offen". */
export interface OpenPoint extends Point {
  optional: boolean;
}

/** An address that is not shown is not asked for. */
const hasAddress = ({ showAddress }: EditorForm, part: string): boolean => !showAddress || part.trim() !== '';

/** Fields in the order of the form, with the words for nothing there and for something wrong. */
const POINTS: readonly [field: string, missing: string, wrong: string, has: (form: EditorForm) => boolean][] = [
  ['inserat_typ', 'Paket wählen', 'Paket prüfen', () => true],
  ['cantons', 'Region wählen', 'Regionen prüfen', (form) => form.cantons.length > 0],
  ['categories', 'Kategorie wählen', 'Kategorien prüfen', (form) => form.categories.length > 0],
  ['offerings', 'Angebote wählen', 'Angebote prüfen', () => true],
  ['name', 'Name eingeben', 'Name prüfen', (form) => form.name.trim() !== ''],
  ['titel', 'Titel eingeben', 'Titel prüfen', (form) => form.titel.trim() !== ''],
  ['beschreibung', 'Beschreibung eingeben', 'Beschreibung prüfen', (form) => plainText(form.beschreibung) !== ''],
  ['telefon', 'Telefon eingeben', 'Telefon prüfen', (form) => form.phone !== ''],
  ['sms_erlaubt', 'SMS wählen', 'SMS prüfen', () => true],
  ['whatsapp_erlaubt', 'WhatsApp wählen', 'WhatsApp prüfen', () => true],
  [
    'whatsapp',
    'WhatsApp-Nummer eingeben',
    'WhatsApp-Nummer prüfen',
    (form) => !form.whatsappAllowed || form.whatsapp !== '',
  ],
  ['homepage', 'Webseite eingeben', 'Webseite prüfen', () => true],
  ['adresse_anzeigen', 'Adresse wählen', 'Adresse prüfen', () => true],
  ['strasse_und_nummer', 'Strasse eingeben', 'Strasse prüfen', (form) => hasAddress(form, form.street)],
  ['adressezusatz', 'Adresszusatz eingeben', 'Adresszusatz prüfen', () => true],
  ['postleitzahl', 'PLZ eingeben', 'PLZ prüfen', (form) => hasAddress(form, form.postcode)],
  ['ort', 'Ort eingeben', 'Ort prüfen', (form) => hasAddress(form, form.town)],
  ['land', 'Land wählen', 'Land prüfen', (form) => hasAddress(form, form.country)],
  ['push_times', 'Push-Zeiten wählen', 'Push-Zeiten prüfen', () => true],
  ['date_time_pushes', 'Push-Termine wählen', 'Push-Termine prüfen', () => true],
  ['top_ad_enabled', 'TopAd prüfen', 'TopAd prüfen', () => true],
  ['story_posted', 'Bild für die Story hinzufügen', 'Story prüfen', () => false],
  ['story_title', 'Titel der Story eingeben', 'Titel der Story prüfen', () => true],
  ['auto_extend', 'Reaktivierung wählen', 'Reaktivierung prüfen', () => true],
  ['publish_option', 'Start wählen', 'Start prüfen', () => true],
  ['publish_date', 'Datum wählen', 'Datum prüfen', (form) => form.publishDate !== ''],
  ['publish_time', 'Zeit wählen', 'Zeit prüfen', (form) => form.publishTime !== ''],
];

/** Fields as they follow each other on the page: the first wrong one gets the focus. */
export const FIELD_ORDER: readonly string[] = POINTS.map(([field]) => field);

/** Not wanted of every ad; whether they are is for the whole check to say. */
const ONLY_CHECKED: readonly string[] = ['publish_date', 'publish_time', 'story_posted'];

/** The empty fields alone: what can be said before the whole check is there. */
export function missing(form: EditorForm): FieldErrors {
  const open = POINTS.filter(([field, , , has]) => !ONLY_CHECKED.includes(field) && !has(form));
  return Object.fromEntries(open.map(([field]) => [field, fieldTexts.required]));
}

/** What still keeps the ad from being placed, then what is worth adding. */
export function openPoints(form: EditorForm, problems: FieldErrors, images: number): OpenPoint[] {
  const open = POINTS.flatMap(([field, missing, wrongText, has]) => {
    if (problems[field] === undefined) return [];
    // A story that has its picture is asked for the time it would run.
    const wrong = has(form) || (field === 'story_posted' && images > 0);
    return [{ field, text: wrong ? wrongText : missing, wrong, optional: false }];
  });
  return images > 0 ? open : [...open, { field: 'bilder', text: 'Bilder, freiwillig', wrong: false, optional: true }];
}

/** "Noch 2 Punkte offen: Titel eingeben, Telefon prüfen", or nothing. */
export function openSentence(points: readonly OpenPoint[]): string {
  const required = points.filter(({ optional }) => !optional);
  if (required.length === 0) return '';
  const count = required.length === 1 ? 'Noch 1 Punkt offen' : `Noch ${required.length} Punkte offen`;
  return `${count}: ${required.map(({ text }) => text).join(', ')}`;
}
