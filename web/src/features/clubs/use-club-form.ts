import type { ClubContent } from '@samtrot/shared/clubs/contract.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { useMemo } from 'react';
import { useItemForm } from '../../editor/use-item-form.ts';
import { focusControl } from '../../lib/page/focus-control.ts';
import { useTouched } from '../../lib/page/on-first-interaction.ts';
import { controlId, FIELD_ORDER, missing } from './form-values.ts';
import type { ClubEditor } from './use-club-editor.ts';

interface ValidationContext {
  cantons: readonly { id: string }[];
  /** It is changed only: months and start do not matter. */
  contentsOnly: boolean;
  /** It has begun: its start does not matter any more. */
  running: boolean;
  /** It is booked and has not begun. */
  planned: boolean;
}

/** The form of a club: values, what is wrong, and which of it is shown. */
export function useClubForm(item: ClubEditor, context: ValidationContext) {
  const { cantons, contentsOnly, running, planned } = context;
  const { form } = item;
  // Without it the server still checks; only the hints while typing are missing.
  const check = useTouched(() => import('./form-check.ts'))?.checkForm;
  const problemsOf = (of: ClubContent): FieldErrors =>
    check?.(of, {
      now: new Date(),
      cantons,
      running,
      monate: contentsOnly ? undefined : of.monate,
    }) ?? missing(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cantons do not change while the form is open
  const problems = useMemo(() => problemsOf(form), [form, check, contentsOnly, running]);
  return {
    ...useItemForm({
      item,
      problems,
      problemsOf,
      checked: check !== undefined,
      fields: FIELD_ORDER,
      focusFirst,
    }),
    form,
    problems,
    /** What is open when only contents are saved. */
    problemsOfContents: (): FieldErrors =>
      check?.(form, { now: new Date(), cantons, running: !planned }) ?? missing(form),
  };
}

export type ClubFormState = ReturnType<typeof useClubForm>;

/** Focuses the first of these fields, after the page has drawn their messages. */
export function focusFirst(fields: readonly string[]): void {
  const first = FIELD_ORDER.find((field) => fields.includes(field));
  if (first !== undefined) focusControl(controlId(first));
}
