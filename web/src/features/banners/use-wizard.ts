import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { useEffect, useState } from 'react';
import { useFirstTouch } from '../../lib/page/on-first-interaction.ts';
import type { BannerEditor } from './use-banner-editor.ts';
import {
  type Checks,
  type ValidationContext,
  type WizardForm,
  wizardProblems,
} from './wizard-form.ts';

/** The id of the control (or group) of a field. */
export const controlId = (field: string) => `banner-${field}`;

/** The state of the wizard: values, what is wrong, and which of it is shown. */
export function useWizard(item: BannerEditor, context: Omit<ValidationContext, 'now' | 'checks'>) {
  const { form } = item;
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const checks = useChecks();
  const problems = wizardProblems(form, { ...context, checks, now: new Date() });
  const show = (fields: readonly string[]) => setShown((before) => new Set([...before, ...fields]));
  return {
    form,
    problems,
    change: (part: Partial<WizardForm>) => {
      const touched = 'picture' in part ? ['banner_bild'] : Object.keys(part);
      item.replace({ ...item.current().form, ...part });
      // A picture is sent at once: it fits its type, and the type may change.
      if ('picture' in part) void item.flush();
      setRefused((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !touched.includes(field))),
      );
    },
    /** The message at a field, when it is to be seen. */
    errorAt: (field: string): string | undefined =>
      refused[field] ?? (shown.has(field) ? problems[field] : undefined),
    /**
     * From here on what is wrong at these fields is shown: they were left, or are checked while
     * typing.
     */
    show: (...fields: string[]) => show(fields),
    /** Shows what the server, or the picture itself, was refused for. */
    refuse: (fields: FieldErrors) => setRefused((before) => ({ ...before, ...fields })),
  };
}

export type Wizard = ReturnType<typeof useWizard>;

/**
 * They come right after the page, with the later steps; when that fails, its first touch tries
 * again.
 */
function useChecks(): Checks | null {
  const [checks, setChecks] = useState<Checks | null>(null);
  const load = () => {
    import('./banner-later.tsx').then(setChecks, () => {});
  };
  useEffect(load, []);
  useFirstTouch(checks === null, load);
  return checks;
}
