import type { InseratContent } from '@samtrot/shared/inserate/contract.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { useMemo, useState } from 'react';
import { focusControl } from '../../lib/page/focus-control.ts';
import { useTouched } from '../../lib/page/on-first-interaction.ts';
import { stillShown } from '../../lib/page/shown-errors.ts';
import type { ValidationContext } from './editor-check.ts';
import { FIELD_ORDER, missing } from './editor-todo.ts';
import type { AdEditor } from './use-ad-editor.ts';

/**
 * The state of the form: values, what is wrong, and which of it is shown. Errors appear on leaving
 * a field and go while it is put right.
 */
export function useEditor(item: AdEditor, context: Omit<ValidationContext, 'now'>) {
  const { form } = item;
  const [round, setRound] = useState(0);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  // Without it the server still checks; only the hints while typing are missing.
  const check = useTouched(() => import('./editor-check.ts'))?.checkForm;
  const problemsOf = (of: InseratContent): FieldErrors =>
    check?.(of, { ...context, now: new Date() }) ?? missing(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists and status do not change while the editor is open
  const problems = useMemo(
    () => problemsOf(form),
    [form, check, context.images, context.hasStory, context.videos],
  );

  const change = (part: Partial<InseratContent>) => {
    const next = { ...item.current().form, ...part };
    const open = problemsOf(next);
    const touched = Object.keys(part);
    item.replace(next);
    setRefused((before) => omit(before, touched));
    setShown((before) =>
      stillShown(before, { touched, before: problems, after: open, checked: !!check }),
    );
  };
  const show = (fields: Iterable<string>) => setShown((before) => new Set([...before, ...fields]));

  return {
    form,
    change,
    problems,
    /** The message at a field, when it is to be seen. */
    errorAt: (field: string): string | undefined =>
      refused[field] ?? (shown.has(field) ? problems[field] : undefined),
    leave: (field: string) => (problems[field] !== undefined || !check) && show([field]),
    /** Shows everything that is open and goes to the first of it. */
    showOpen: () => {
      show(Object.keys(problems));
      focusFirst(Object.keys(problems));
    },
    /** Shows what the server found wrong; false when none of it has a place in the form. */
    refuse: (fields: FieldErrors): boolean => {
      const placed = Object.keys(fields).filter((field) => FIELD_ORDER.includes(field));
      setRefused(fields);
      focusFirst(placed);
      return placed.length > 0;
    },
    /** Counts replacements of the whole form; resets controls with a state of their own. */
    round,
    replace: (next: InseratContent) => {
      item.replace(next);
      setRefused({});
      setShown(new Set());
      setRound(round + 1);
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;

/** The id of the control (or group) of a wire field; the pictures are a section of their own. */
export const controlId = (field: string) => (field === 'bilder' ? 'bilder' : `inserat-${field}`);

/** Puts the focus on the first of these fields, after the page has drawn their messages. */
export function focusFirst(fields: readonly string[]): void {
  const first = FIELD_ORDER.find((field) => fields.includes(field)) ?? fields[0];
  if (first !== undefined) focusControl(controlId(first));
}

const omit = (from: FieldErrors, keys: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)));
