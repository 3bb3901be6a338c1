import type { ClubContent } from '@samtrot/shared/clubs/contract.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { useMemo, useState } from 'react';
import { focusControl } from '../../lib/page/focus-control.ts';
import { useTouched } from '../../lib/page/on-first-interaction.ts';
import { stillShown } from '../../lib/page/shown-errors.ts';
import { controlId, FIELD_ORDER, missing } from './form-values.ts';
import type { ClubItem } from './use-club-editor.ts';

interface ValidationContext {
  cantons: readonly { id: string }[];
  /** It is changed only: months and start are no question. */
  contentsOnly: boolean;
  /** It has begun: when it starts is no question any more. */
  running: boolean;
  /** It is booked and has not begun. */
  planned: boolean;
}

/**
 * The state of the form: values, what is wrong, and which of it is shown. Errors appear on leaving
 * a field and go while it is put right.
 */
export function useClubForm(
  item: ClubItem,
  { cantons, contentsOnly, running, planned }: ValidationContext,
) {
  const { form } = item;
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
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

  const change = (part: Partial<ClubContent>) => {
    const next = { ...item.current().form, ...part };
    const open = problemsOf(next);
    item.replace(next);
    setRefused((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))),
    );
    const touched = Object.keys(part);
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
    /** What is open when only contents are saved. */
    problemsOfContents: (): FieldErrors =>
      check?.(form, { now: new Date(), cantons, running: !planned }) ?? missing(form),
    /** Shows what is open and goes to the first of it. */
    showOpen: (open: FieldErrors) => {
      show(Object.keys(open));
      focusFirst(Object.keys(open));
    },
    /** Shows what the server found wrong; false when none of it has a place in the form. */
    refuse: (fields: FieldErrors): boolean => {
      const placed = Object.keys(fields).filter((field) => FIELD_ORDER.includes(field));
      setRefused(fields);
      focusFirst(placed);
      return placed.length > 0;
    },
  };
}

export type ClubEditor = ReturnType<typeof useClubForm>;

/** Puts the focus on the first of these fields, after the page has drawn their messages. */
export function focusFirst(fields: readonly string[]): void {
  const first = FIELD_ORDER.find((field) => fields.includes(field));
  if (first !== undefined) focusControl(controlId(first));
}
