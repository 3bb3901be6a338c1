import { type InseratContent, keepInserat } from '@samtrot/shared/inserate/contract.ts';
import type { SendContext } from '../../../editor/editor.ts';
import { saveValidFields } from '../../../editor/failure.ts';
import type { Saved } from '../../../editor/state.ts';
import { type ItemEditor, useItemEditor } from '../../../editor/use-item-editor.ts';
import { call } from '../../../lib/api/api.ts';
import { sent, worthSaving } from './editor-form.ts';
import type { InseratNumber } from './use-number.ts';

/** The questions of the editor's dialogs. */
export type Question = 'place' | 'change' | 'draft' | 'free-ad-used';

interface Options {
  number: InseratNumber;
  form: InseratContent;
  /** The version that was read, 0 of a blank draft. */
  version: number;
  savedAt: string | null;
  showsSaved: boolean;
  begun: boolean;
  /** Whether it is a draft by now. */
  isBegun: () => boolean;
  isUploading: () => boolean;
  onSaved: () => void;
  onBegun: () => void;
  onForward: () => void;
}

export type AdEditor = ItemEditor<InseratContent, Question>;

/** The editor of an ad: a draft, or over a booked ad what is typed and not published. */
export const useAdEditor = ({ number, ...options }: Options): AdEditor =>
  useItemEditor<InseratContent, Question>({
    ...options,
    itemId: null,
    pathWhenSaved: () => `/rabota/${number.current()}`,
    differs: (form, saved) => worthSaving(form, saved, options.isBegun()),
    send: (form, context) => number.using((id) => send(id, form, context)),
    codes: {
      conflict: 'VERSION_CONFLICT',
      final: ['INSERAT_NOT_FOUND'],
      helpful: ['TOO_MANY_INSERATE'],
    },
  });

function send(
  inserat_id: number,
  form: InseratContent,
  { version, saved }: SendContext<InseratContent>,
): Promise<Saved> {
  const save = (content: InseratContent) =>
    call(keepInserat, { inserat_id, ...content, version }, undefined, { keepalive: true });
  return saveValidFields(save, sent(form), sent(saved));
}
