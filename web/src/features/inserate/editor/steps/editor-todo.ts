import { content, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { plainText } from '@samtrot/shared/inserate/html.ts';
import type { ContentField } from '@samtrot/shared/kernel/content.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { OpenPoint as Point } from '../../../../ui/todo-card.tsx';

/** One line of "Noch offen". */
export interface OpenPoint extends Point {
  optional: boolean;
}

type Name = keyof InseratContent;
const FIELDS = Object.entries(content) as [Name, ContentField][];

/** Fields as they follow each other on the page: the first wrong one gets the focus. */
export const FIELD_ORDER: readonly string[] = FIELDS.flatMap(([name, { todo }]) =>
  todo ? name : [],
);

/** Whether it holds something; markup without a word in it is nothing. */
function isFilled(form: InseratContent, name: Name): boolean {
  const value = form[name];
  if (Array.isArray(value)) return value.length > 0;
  return (
    typeof value === 'string' && (name === 'beschreibung' ? plainText(value) : value.trim()) !== ''
  );
}

/** Nothing is missing where nothing is required, as of an address that is not shown. */
function has(form: InseratContent, name: Name, required: ContentField['required']): boolean {
  const asked = typeof required === 'object' ? form[required.by as Name] : required;
  return !asked || isFilled(form, name);
}

/** The empty fields alone: what is known before the whole check is loaded. */
export function missing(form: InseratContent): FieldErrors {
  const open = FIELDS.filter(
    ([name, { required }]) => required !== 'checked' && !has(form, name, required),
  );
  return Object.fromEntries(open.map(([name]) => [name, fieldTexts.required]));
}

/** What prevents placing the ad, then what is worth adding. */
export function openPoints(
  form: InseratContent,
  problems: FieldErrors,
  images: number,
): OpenPoint[] {
  const open = FIELDS.flatMap(([field, { todo, required }]) => {
    if (!todo || problems[field] === undefined) return [];
    // A story that has its picture needs the time it would run.
    const wrong = field === 'story_posted' ? images > 0 : has(form, field, required);
    return [{ field, text: todo[wrong ? 1 : 0], wrong, optional: false }];
  });
  return images > 0
    ? open
    : [...open, { field: 'bilder', text: 'Bilder, freiwillig', wrong: false, optional: true }];
}

/** "Noch offen: Titel eingeben, Telefon prüfen", or nothing. */
export function openSentence(points: readonly OpenPoint[]): string {
  const required = points.filter(({ optional }) => !optional);
  return required.length === 0 ? '' : `Noch offen: ${required.map(({ text }) => text).join(', ')}`;
}
