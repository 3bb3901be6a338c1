import { type ClubContent, content } from '@samtrot/shared/clubs/contract.ts';
import type { ContentField } from '@samtrot/shared/kernel/content.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { OpenPoint } from '../../ui/todo-card.tsx';

const FIELDS = Object.entries(content) as [keyof ClubContent, ContentField][];

/** The first wrong field of these gets the focus. */
export const FIELD_ORDER: readonly string[] = Object.keys(content);

const isEmpty = (value: ClubContent[keyof ClubContent]) =>
  typeof value === 'string' && value.trim() === '';

export const differs = (one: ClubContent, other: ClubContent): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);

/** The empty fields alone: what is known before the whole check is loaded. */
export function missing(form: ClubContent): FieldErrors {
  const empty = FIELDS.filter(([field, { required }]) => required && isEmpty(form[field]));
  return Object.fromEntries(empty.map(([field]) => [field, fieldTexts.required]));
}

/** The lines of "Noch offen". */
export const openPoints = (form: ClubContent, problems: FieldErrors): OpenPoint[] =>
  FIELDS.flatMap(([field, { todo }]) => {
    if (!todo || problems[field] === undefined) return [];
    const wrong = !isEmpty(form[field]);
    return [{ field, text: todo[wrong ? 1 : 0], wrong }];
  });

/** The id of the control (or group) of a field. */
export const controlId = (field: string) => `club-${field}`;
