import type { InseratContent } from '@samtrot/shared/inserate/contract.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { useMemo } from 'react';
import { useItemForm } from '../../../editor/use-item-form.ts';
import { focusControl } from '../../../lib/page/focus-control.ts';
import { useTouched } from '../../../lib/page/on-first-interaction.ts';
import type { ValidationContext } from './editor-check.ts';
import { FIELD_ORDER, missing } from './steps/editor-todo.ts';
import type { AdSteps } from './steps/use-ad-steps.ts';
import type { AdEditor } from './use-ad-editor.ts';

/** The form of an ad: values, what is wrong, and which of it is shown. */
export function useAdForm(
  item: AdEditor,
  context: Omit<ValidationContext, 'now'>,
  showFieldOf: AdSteps['showFieldOf'],
) {
  const { form } = item;
  // Without it the server still checks; only the hints while typing are missing.
  const check = useTouched(() => import('./editor-check.ts'))?.checkForm;
  const problemsOf = (of: InseratContent): FieldErrors =>
    check?.(of, { ...context, now: new Date() }) ?? missing(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists and status do not change while the editor is open
  const problems = useMemo(
    () => problemsOf(form),
    [form, check, context.images, context.hasStory, context.videos],
  );
  return {
    ...useItemForm({
      item,
      problems,
      problemsOf,
      checked: check !== undefined,
      fields: FIELD_ORDER,
      focusFirst: (fields) => focusFirst(showFieldOf(fields)),
    }),
    form,
    problems,
  };
}

export type AdFormState = ReturnType<typeof useAdForm>;

/** The id of the control (or group) of a wire field; the pictures are a section of their own. */
export const controlId = (field: string) => (field === 'bilder' ? 'bilder' : `inserat-${field}`);

/** Focuses the first of these fields, after the page has drawn their messages. */
export function focusFirst(fields: readonly string[]): void {
  const first = FIELD_ORDER.find((field) => fields.includes(field)) ?? fields[0];
  if (first !== undefined) focusControl(controlId(first));
}
