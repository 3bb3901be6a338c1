import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { type ClubEditor, idOf } from './use-club-editor.ts';
import type { ClubFormState } from './use-club-form.ts';

interface Options {
  item: ClubEditor;
  editor: ClubFormState;
  /** The price of the order as the page computes it. */
  total: Credits;
  reload: () => Promise<void>;
  onSaved: (answer: Output<typeof saveClub>) => void;
}

/** Ordering and changing, with every answer that the server may return. */
export function useSaveClub({ item, editor, total, reload, onSaved }: Options) {
  const { question, changedTotal } = item.state;

  const save = () =>
    item.submit({
      send: ({ form, version, itemId }) => {
        const { monate, ...content } = form;
        const order = question === 'order' ? { monate, expected_total: changedTotal ?? total } : {};
        return call(saveClub, { ...idOf(itemId), ...content, ...order, version });
      },
      savedOf: ({ club }) => ({ version: club.version, saved_at: club.saved_at, id: club.ID }),
      onAccepted: onSaved,
      onRefused: async (error, code) => {
        if (code === 'INVALID_INPUT' && error instanceof ApiError && editor.refuse(error.fields))
          return null;
        if (code === 'INSUFFICIENT_CREDITS' || code === 'ACCOUNT_OFFLINE') await reload();
        toast.error(
          error instanceof ApiError && error.message
            ? error.message
            : 'Der Club konnte nicht gespeichert werden.',
        );
        return null;
      },
    });

  return {
    question,
    busy: item.busy,
    /** The price that the server named instead of ours. */
    changedTotal,
    openQuestion: item.openQuestion,
    closeQuestion: item.closeQuestion,
    save: () => void save(),
  };
}
