import type { ClubContent } from '@samtrot/shared/clubs/contract.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { OpenPoint } from '../../ui/todo-card.tsx';

/** What stands in the form, in the words of the wire. */
export type ClubForm = ClubContent;

/** Fields as they follow each other on the page, with the words for nothing there and for something wrong. */
const POINTS: readonly [field: keyof ClubForm, missing: string, wrong: string][] = [
  ['club_name', 'Name des Clubs eingeben', 'Name des Clubs prüfen'],
  ['titel', 'Titel eingeben', 'Titel prüfen'],
  ['beschreibung', 'Beschreibung eingeben', 'Beschreibung prüfen'],
  ['vollstaendiger_name', 'Kontaktperson eingeben', 'Kontaktperson prüfen'],
  ['telefon', 'Telefon eingeben', 'Telefon prüfen'],
  ['homepage', 'Webseite eingeben', 'Webseite prüfen'],
  ['strasse_und_nummer', 'Strasse eingeben', 'Strasse prüfen'],
  ['postleitzahl', 'PLZ eingeben', 'PLZ prüfen'],
  ['ort', 'Ort eingeben', 'Ort prüfen'],
  ['canton', 'Kanton wählen', 'Kanton prüfen'],
  ['oeffnungszeiten', 'Öffnungszeiten eingeben', 'Öffnungszeiten prüfen'],
  ['monate', 'Laufzeit wählen', 'Laufzeit prüfen'],
  ['publish_option', 'Start wählen', 'Start prüfen'],
  ['publish_date', 'Datum wählen', 'Datum prüfen'],
  ['publish_time', 'Zeit wählen', 'Zeit prüfen'],
];

/** The first wrong field of these gets the focus. */
export const FIELD_ORDER: readonly string[] = POINTS.map(([field]) => field);

const REQUIRED: readonly (keyof ClubForm)[] = [
  ...(['club_name', 'titel', 'beschreibung', 'vollstaendiger_name', 'telefon'] as const),
  ...(['strasse_und_nummer', 'postleitzahl', 'ort', 'canton'] as const),
];

const isEmpty = (value: ClubForm[keyof ClubForm]) => typeof value === 'string' && value.trim() === '';

/** Only what is typed, of a whole club. */
export const formOf = (club: ClubContent): ClubForm =>
  Object.fromEntries(FIELD_ORDER.map((field) => [field, club[field as keyof ClubForm]])) as unknown as ClubForm;

export const differs = (one: ClubForm, other: ClubForm): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** The empty fields alone: what can be said before the whole check is there. */
export const missing = (form: ClubForm): FieldErrors =>
  Object.fromEntries(REQUIRED.filter((field) => isEmpty(form[field])).map((field) => [field, fieldTexts.required]));

/** The lines of "Noch offen". */
export const openPoints = (form: ClubForm, problems: FieldErrors): OpenPoint[] =>
  POINTS.flatMap(([field, missingText, wrongText]) => {
    if (problems[field] === undefined) return [];
    const wrong = !isEmpty(form[field]);
    return [{ field, text: wrong ? wrongText : missingText, wrong }];
  });

/** The id of the control (or group) of a field. */
export const controlId = (field: string) => `club-${field}`;
