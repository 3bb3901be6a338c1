import { saveClub } from '@samtrot/shared/clubs/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { type RefObject, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { idOf, type useAutosaveClub } from './use-autosave-club.ts';
import type { ClubEditor } from './use-club-form.ts';

/** What is asked at the moment: an order with its price, or a change of contents. */
export type Asking = 'order' | 'change' | null;

interface Options {
  editor: ClubEditor;
  keep: ReturnType<typeof useAutosaveClub>;
  clubId: RefObject<number>;
  /** The price of the order as the page computes it. */
  total: Credits;
  reload: () => Promise<void>;
  onSessionEnded: () => void;
  onSaved: (answer: Output<typeof saveClub>) => void;
}

/**
 * Ordering and changing, with every answer the server may give. Nothing typed is lost by any of
 * them.
 */
export function useSaveClub({
  editor,
  keep,
  clubId,
  total,
  reload,
  onSessionEnded,
  onSaved,
}: Options) {
  const [asking, setAsking] = useState<Asking>(null);
  const [busy, setBusy] = useState(false);
  const [changedTotal, setChangedTotal] = useState<Credits | null>(null);

  const save = async () => {
    setBusy(true);
    try {
      const version = await keep.keeper.settle();
      const { monate, ...content } = editor.form;
      const order = asking === 'order' ? { monate, expected_total: changedTotal ?? total } : {};
      const answer = await call(saveClub, { ...idOf(clubId), ...content, ...order, version });
      keep.adopt({ version: answer.club.version, saved_at: answer.club.saved_at });
      setAsking(null);
      await reload();
      onSaved(answer);
    } catch (error) {
      await refused(error);
    }
    setBusy(false);
  };

  const refused = async (error: unknown): Promise<void> => {
    const { code, details, fields } = error instanceof ApiError ? error : new ApiError('', '');
    if (code === 'PRICE_CHANGED') {
      setChangedTotal(typeof details.total === 'number' ? details.total : null);
      return reload();
    }
    setAsking(null);
    if (code === 'CLUB_VERSION_CONFLICT') return keep.collide(error);
    if (code === 'NOT_LOGGED_IN') return onSessionEnded();
    if (code === 'INVALID_INPUT' && editor.refuse(fields)) return;
    if (code === 'INSUFFICIENT_CREDITS' || code === 'ACCOUNT_OFFLINE') await reload();
    toast.error(
      error instanceof ApiError && error.message
        ? error.message
        : 'Der Club konnte nicht gespeichert werden.',
    );
  };

  return {
    asking,
    busy,
    /** The price that the server named instead of ours. */
    changedTotal,
    ask: (what: Exclude<Asking, null>) => {
      setChangedTotal(null);
      setAsking(what);
    },
    close: () => setAsking(null),
    save: () => void save(),
  };
}
