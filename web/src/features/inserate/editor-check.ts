import { publishProblems } from '@samtrot/shared/inserate/rules.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine, tidyText } from '@samtrot/shared/kernel/text.ts';
import { type EditorForm, toWire } from './editor-form.ts';

export interface Circumstances {
  now: Date;
  lists: {
    cantons: readonly { id: string }[];
    categories: readonly { id: number }[];
    offerings: readonly { id: number }[];
  };
  /** The ad is online: when it starts is no question any more. */
  running: boolean;
}

/**
 * The server's own check, run while typing; a message per wire field. This file is loaded on demand: it brings the phone metadata and
 * the calendar, which nothing else in the application needs.
 */
export function checkForm(form: EditorForm, { now, lists, running }: Circumstances): FieldErrors {
  const wire = toWire(form, { inseratId: 0, as: 'publish' });
  return publishProblems(
    {
      inserat_typ: form.package,
      name: tidyLine(form.name),
      titel: tidyLine(form.titel),
      beschreibung: tidyText(form.beschreibung),
      telefon: tidyLine(wire.telefon ?? ''),
      cantons: form.cantons,
      categories: form.categories,
      offerings: form.offerings,
      publish_option: form.publish,
      publish_date: wire.publish_date ?? '',
      publish_time: wire.publish_time ?? '',
    },
    { now, known: lists, running },
  );
}
