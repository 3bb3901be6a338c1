import { type ClubContent, keepClub } from '@samtrot/shared/clubs/contract.ts';
import type { SendContext } from '../../editor/editor.ts';
import { saveValidFields } from '../../editor/failure.ts';
import type { Saved, Start } from '../../editor/state.ts';
import { type ItemEditor, useItemEditor } from '../../editor/use-item-editor.ts';
import { call } from '../../lib/api/api.ts';
import { differs } from './form-values.ts';

/** The questions of the form's dialog: an order with its price, or a change of contents. */
export type Question = 'order' | 'change';

interface Options extends Start<ClubContent> {
  isUploading: () => boolean;
}

export type ClubEditor = ItemEditor<ClubContent, Question>;

/** The editor of a club's entry. */
export const useClubEditor = (options: Options): ClubEditor =>
  useItemEditor<ClubContent, Question>({
    ...options,
    differs,
    send,
    codes: { conflict: 'CLUB_VERSION_CONFLICT', final: ['CLUB_NOT_FOUND'] },
  });

function send(
  form: ClubContent,
  { version, saved, itemId }: SendContext<ClubContent>,
): Promise<Saved> {
  const save = async (content: ClubContent): Promise<Saved> => {
    const params = { ...idOf(itemId), ...content, version };
    const { club_id: id, ...rest } = await call(keepClub, params, undefined, { keepalive: true });
    return { ...rest, id };
  };
  return saveValidFields(save, form, saved);
}

/** Without it the server means the entry that is not ordered yet. */
export const idOf = (clubId: number | null) => (clubId === null ? {} : { club_id: clubId });
