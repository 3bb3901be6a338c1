import { SUPPORT_TIMES } from '../support/rules.ts';
import type { HeldThing } from './status.ts';

export const APPEAL_MIN = 20;
export const APPEAL_MAX = 2000;

/** After the owner has handed a thing in for another look (EXP-94). */
export const RESUBMITTED = `Wird geprüft. Wir antworten innert ${SUPPORT_TIMES.reply}.`;

const PICTURE = /^bild:([1-9]\d?)$/;

/** Names a picture by its place, from 1. */
export const pictureField = (place: number): string => `bild:${place}`;

/** The place of the picture that a field names, from 1; undefined for content. */
export function pictureIn(field: string): number | undefined {
  const place = PICTURE.exec(field)?.[1];
  return place === undefined ? undefined : Number(place);
}

/** What a decision may name, by its words; `bild` stands for any picture. */
export const FIELD_LABELS: Record<string, string> = {
  bild: 'Bilder',
  titel: 'Titel',
  beschreibung: 'Beschreibung',
  name: 'Name',
  story_title: 'Story-Titel',
  text: 'Text',
  club_name: 'Name des Clubs',
  telefon: 'Telefon',
  cantons: 'Regionen',
  canton: 'Kanton',
  categories: 'Kategorien',
  offerings: 'Angebote',
  url: 'Link',
  homepage: 'Webseite',
  ort: 'Ort',
};

/** A field as its owner reads it: «Beschreibung», «Bild 2». */
export function fieldWord(field: string): string {
  const place = pictureIn(field);
  return place === undefined ? (FIELD_LABELS[field] ?? field) : `Bild ${place}`;
}

/** «Ändere zuerst: Bild 2». */
export const changeFirst = (fields: readonly string[]): string =>
  `Ändere zuerst: ${fields.map(fieldWord).join(', ')}`;

const YOURS = { inserat: 'Dein Inserat', banner: 'Dein Banner', club: 'Dein Club' } as const;

/** The thing in a sentence: «Dein Inserat Nr. 20001». */
export const nameOf = (thing: HeldThing, id: number): string =>
  thing === 'account' ? 'Dein Konto' : `${YOURS[thing]} Nr. ${id}`;
