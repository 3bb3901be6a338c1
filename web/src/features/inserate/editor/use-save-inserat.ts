import {
  type InseratContent,
  type PackageChange,
  quotePackageChange,
  saveInserat,
} from '@samtrot/shared/inserate/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { getBalance } from '@samtrot/shared/overview/contract.ts';
import { useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/toast.tsx';
import { type AskedBalance, balanceShown } from './booking/asked-balance.ts';
import { toWire } from './editor-form.ts';
import type { AdEditor, Question } from './use-ad-editor.ts';
import type { AdFormState } from './use-ad-form.ts';
import type { InseratNumber } from './use-number.ts';

/** CON-21, EDI-103 */
export const EDITOR_TOAST_MS = 4_000;

/** With the balance at that moment. */
export type Changing = PackageChange & { credits: Credits };

interface Options {
  item: AdEditor;
  editor: AdFormState;
  number: InseratNumber;
  /** The price as the page computes it, and the balance that it knows. */
  total: Credits;
  credits: Credits;
  /** Loads the account, which may be older than the refusal. */
  reload: () => Promise<void>;
  /** Chooses a premium package and leads to it. */
  onPremium: () => void;
  /** `change`: to another package, as its question showed it. */
  onPlaced: (answer: Output<typeof saveInserat>, change: Changing | null) => void;
  /** `topsUp`: the credits come next, then it is placed. */
  onDraft: (answer: Output<typeof saveInserat>, topsUp: boolean) => void;
}

/** Placing and saving, with every answer that the server may return. */
export function useSaveInserat(options: Options) {
  const { item, editor, number, total, credits, reload, onPremium, onPlaced, onDraft } = options;
  const { question, message, changedTotal } = item.state;
  const [change, setChange] = useState<Changing | null>(null);
  const [asked, setAsked] = useState<AskedBalance | null>(null);

  /** What another package does, and the question that follows from it. */
  const quoteChange = async (form: InseratContent, version: number): Promise<Question> => {
    const answer = await number.using((inseratId) =>
      call(
        quotePackageChange,
        toWire(form, { inseratId, as: 'publish', expectedTotal: undefined, version }),
      ),
    );
    setChange(answer.change && { ...answer.change, credits: answer.credits });
    return answer.change ? 'change' : 'place';
  };

  const onRefused = async (
    error: unknown,
    code: string,
    as: 'publish' | 'draft',
  ): Promise<Question | null> => {
    if (code === 'FREE_AD_USED') return 'free-ad-used';
    if (code === 'INVALID_INPUT' && error instanceof ApiError && editor.refuse(error.fields))
      return null;
    if (code === 'INSUFFICIENT_CREDITS' || code === 'ACCOUNT_OFFLINE') await reload();
    // The question stays, with the balance of now (EXP-63).
    if (code === 'INSUFFICIENT_CREDITS' && question === 'place') return 'place';
    toast.error(errorText(error, as));
    return null;
  };

  /** With the balance of this moment, which is not always the one that the page knows. */
  const openPlace = () =>
    item.exclusive({
      run: async () => {
        const server = await balanceNow();
        setAsked({ page: credits, server: server ?? credits });
        if (server !== null && server !== credits) await reload();
        item.openQuestion('place');
      },
      onRefused: (error, code) => onRefused(error, code, 'publish'),
    });

  const openChange = () =>
    item.exclusive({
      run: async ({ form, version }) => item.openQuestion(await quoteChange(form, version)),
      onRefused: (error, code) => onRefused(error, code, 'publish'),
    });

  const save = (as: 'publish' | 'draft', topsUp = false) => {
    const changing = question === 'change' ? change : null;
    const expectedTotal =
      as === 'draft' ? undefined : changing ? changing.total : (changedTotal ?? total);
    return item.submit({
      send: ({ form, version }) =>
        number.using((inseratId) =>
          call(saveInserat, toWire(form, { inseratId, as, expectedTotal, version })),
        ),
      savedOf: ({ inserat }) => inserat,
      onAccepted: (answer) =>
        as === 'draft' ? onDraft(answer, topsUp) : onPlaced(answer, changing),
      onRefused: (error, code) => onRefused(error, code, as),
      ...(changing && {
        nextQuestion: ({ form, version }) => quoteChange(form, version).catch(() => null),
      }),
    });
  };

  return {
    question,
    busy: item.busy,
    /** The server's message about its last refusal. */
    message,
    /** The price that the server named instead of ours. */
    changedTotal,
    openQuestion: item.openQuestion,
    openPlace,
    balance: balanceShown(asked, credits, question !== null && !item.busy),
    /** To another package, as the server computes it; the last one while its question fades. */
    change,
    /** Computed again because the price had changed. */
    changed: question === 'change' && message !== '',
    openChange,
    closeQuestion: item.closeQuestion,
    place: () => save('publish'),
    draft: () => save('draft'),
    /** Saves the draft and leads to where credits are bought (EDI-25). */
    topUp: () => save('draft', true),
    choosePremium: () => {
      item.closeQuestion();
      onPremium();
    },
  };
}

/** Null while the server cannot be reached; then the page asks with what it knows. */
async function balanceNow(): Promise<Credits | null> {
  try {
    return (await call(getBalance, {})).credits;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    return null;
  }
}

/**
 * ERR-050, ERR-095, ERR-096; the server's message about this ad or account replaces the general
 * text.
 */
function errorText(error: unknown, as: 'publish' | 'draft'): string {
  const failed =
    as === 'draft' ? 'Fehler beim Speichern des Entwurfs' : 'Fehler beim Speichern des Inserats';
  if (!(error instanceof ApiError)) return failed;
  const specific = [
    'EMAIL_UNCONFIRMED',
    'INSUFFICIENT_CREDITS',
    'INSERAT_NOT_FOUND',
    'ACCOUNT_OFFLINE',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_INSERATE',
    'INVALID_INPUT',
  ].includes(error.code);
  if (specific || (error.code === 'NETWORK' && as === 'publish')) return error.message;
  return failed;
}
