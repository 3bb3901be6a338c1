import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { useState } from 'react';
import { stillShown } from '../lib/page/shown-errors.ts';
import type { EditorState } from './state.ts';

interface Options<T> {
  item: { current: () => Pick<EditorState<T>, 'form'>; replace: (form: T) => void };
  problems: FieldErrors;
  problemsOf: (form: T) => FieldErrors;
  /** Whether the rules are loaded; until then most errors are unknown. */
  checked: boolean;
  /** The fields that have a place in the form. */
  fields: readonly string[];
  focusFirst: (fields: readonly string[]) => void;
}

/** Which errors of a form are shown: they appear on leaving a field and go once it is right. */
export function useItemForm<T extends object>(options: Options<T>) {
  const { item, problems, problemsOf, checked, fields, focusFirst } = options;
  const [round, setRound] = useState(0);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const show = (names: Iterable<string>) => setShown((before) => new Set([...before, ...names]));

  return {
    change: (part: Partial<T>) => {
      const next = { ...item.current().form, ...part };
      const touched = Object.keys(part);
      const after = problemsOf(next);
      item.replace(next);
      setRefused((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !touched.includes(field))),
      );
      setShown((before) => stillShown(before, { touched, before: problems, after, checked }));
    },
    /** The message at a field, when it is to be seen. */
    errorAt: (field: string): string | undefined =>
      refused[field] ?? (shown.has(field) ? problems[field] : undefined),
    leave: (field: string) => (problems[field] !== undefined || !checked) && show([field]),
    /** Shows what is open and focuses the first of it, unless a summary has the focus. */
    showOpen: (open: FieldErrors = problems, summed = false) => {
      show(Object.keys(open));
      if (!summed) focusFirst(Object.keys(open));
    },
    /** Shows what the server found wrong; false when none of it has a place in the form. */
    refuse: (errors: FieldErrors): boolean => {
      const placed = Object.keys(errors).filter((field) => fields.includes(field));
      setRefused(errors);
      focusFirst(placed);
      return placed.length > 0;
    },
    /** Counts replacements of the whole form; resets controls with a state of their own. */
    round,
    replace: (next: T) => {
      item.replace(next);
      setRefused({});
      setShown(new Set());
      setRound(round + 1);
    },
  };
}
