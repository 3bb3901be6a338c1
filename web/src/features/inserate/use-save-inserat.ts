import {
  type InseratContent,
  type PackageChange,
  quotePackageChange,
  saveInserat,
} from '@samtrot/shared/inserate/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useState } from 'react';
import type { Autosave } from '../../autosave/use-autosave.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { toWire } from './editor-form.ts';
import { type Editor, focusFirst } from './use-editor.ts';
import type { InseratNumber } from './use-number.ts';

/** CON-21, EDI-103 */
export const EDITOR_TOAST_MS = 4_000;

/** What the editor asks in a dialog at the moment. */
export type Asking = 'place' | 'change' | 'draft' | 'free-ad-used' | null;

/** With the balance at that moment. */
export type Changing = PackageChange & { credits: Credits };

interface Options {
  editor: Editor;
  keep: Autosave<InseratContent>;
  number: InseratNumber;
  /** The price as the page computes it. */
  total: Credits;
  /**
   * The account may be out of date when the server refuses for want of credits or because a price
   * has changed.
   */
  reload: () => Promise<void>;
  onSessionEnded: () => void;
  /** `change`: with another package, as its question said. */
  onPlaced: (answer: Output<typeof saveInserat>, change: Changing | null) => void;
  onDraft: (answer: Output<typeof saveInserat>) => void;
}

/**
 * Placing and saving, with every answer the server may give. Nothing typed is lost by any of them.
 */
export function useSaveInserat(options: Options) {
  const { editor, keep, number, total, reload, onSessionEnded, onPlaced, onDraft } = options;
  const [asking, setAsking] = useState<Asking>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [changedTotal, setChangedTotal] = useState<Credits | null>(null);

  const [change, setChange] = useState<Changing | null>(null);

  /** Another package: the server says what it does before it is done. */
  const quoteChange = async (): Promise<void> => {
    const version = await keep.keeper.settle();
    const answer = await number.using((inseratId) =>
      call(
        quotePackageChange,
        toWire(editor.form, { inseratId, as: 'publish', expectedTotal: undefined, version }),
      ),
    );
    setChange(answer.change && { ...answer.change, credits: answer.credits });
    setAsking(answer.change ? 'change' : 'place');
  };
  const askChange = async () => {
    setChangedTotal(null);
    setSaid('');
    setBusy(true);
    await quoteChange().catch((error) => refused(error, 'publish'));
    setBusy(false);
  };

  const save = async (as: 'publish' | 'draft') => {
    setBusy(true);
    try {
      const expectedTotal =
        as === 'publish'
          ? asking === 'change' && change
            ? change.total
            : (changedTotal ?? total)
          : undefined;
      const version = await keep.keeper.settle();
      const answer = await number.using((inseratId) =>
        call(saveInserat, toWire(editor.form, { inseratId, as, expectedTotal, version })),
      );
      keep.adopt(answer.inserat);
      setAsking(null);
      await reload();
      if (as === 'draft') onDraft(answer);
      else onPlaced(answer, asking === 'change' ? change : null);
    } catch (error) {
      await refused(error, as);
    }
    setBusy(false);
  };

  const refused = async (error: unknown, as: 'publish' | 'draft'): Promise<void> => {
    const code = error instanceof ApiError ? error.code : '';
    if (error instanceof ApiError) setSaid(error.message);
    if (code === 'PRICE_CHANGED') {
      const now = (error as ApiError).details.total;
      setChangedTotal(typeof now === 'number' ? now : null);
      await reload();
      if (asking === 'change') await quoteChange().catch(() => setAsking(null));
      return;
    }
    if (code === 'VERSION_CONFLICT') {
      setAsking(null);
      return keep.collide(error);
    }
    if (code === 'FREE_AD_USED') return setAsking('free-ad-used');
    setAsking(null);
    if (code === 'NOT_LOGGED_IN') return onSessionEnded();
    if (code === 'INVALID_INPUT' && error instanceof ApiError && editor.refuse(error.fields))
      return;
    if (code === 'INSUFFICIENT_CREDITS' || code === 'ACCOUNT_OFFLINE') await reload();
    toast.error(errorText(error, as), { duration: EDITOR_TOAST_MS });
  };

  return {
    asking,
    busy,
    /** The server's words for what it refused last. */
    said,
    /** The price that the server named instead of ours. */
    changedTotal,
    ask: (what: Exclude<Asking, null>) => {
      setChangedTotal(null);
      setAsking(what);
    },
    /** Another package, as the server reckons it; the last one while its question fades. */
    change,
    /** Recomputed because the price had changed. */
    changed: asking === 'change' && said !== '',
    askChange,
    close: () => setAsking(null),
    place: () => save('publish'),
    draft: () => save('draft'),
    /** Leaves the choice of the package to the person. */
    choosePremium: () => {
      setAsking(null);
      focusFirst(['inserat_typ']);
    },
  };
}

/**
 * ERR-050, ERR-095, ERR-096; what the server says about this very ad or account goes before the
 * general words.
 */
function errorText(error: unknown, as: 'publish' | 'draft'): string {
  const failed =
    as === 'draft' ? 'Fehler beim Speichern des Entwurfs' : 'Fehler beim Speichern des Inserats';
  if (!(error instanceof ApiError)) return failed;
  const said = [
    ...['EMAIL_UNCONFIRMED', 'INSUFFICIENT_CREDITS', 'INSERAT_NOT_FOUND', 'ACCOUNT_OFFLINE'],
    ...['TOO_MANY_ATTEMPTS', 'TOO_MANY_INSERATE', 'INVALID_INPUT'],
  ].includes(error.code);
  if (said || (error.code === 'NETWORK' && as === 'publish')) return error.message;
  return failed;
}
