import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/life-contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { sessionEnded, stateQuery, useReload } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import type { AdDialogType } from './ad-questions.ts';

interface Done {
  message: string;
  /** The ad as it is now, or its copy; absent when it is gone. */
  inserat?: Inserat;
}

type Order = { inserat_id: number; expected_total: Credits };

const plain = ({ inserat_id }: Order) => ({ inserat_id });

/** What each confirmed question sends. AD_EDIT sends nothing: it opens the editor. */
const CALLS: Record<Exclude<AdDialogType, 'AD_EDIT'>, (order: Order) => Promise<Done>> = {
  AD_PUSH: (order) => call(life.pushInserat, order),
  AD_COLOR: (order) => call(life.colorInserat, order),
  AD_TOP: (order) => call(life.topInserat, order),
  AD_STORY: (order) => call(life.storyInserat, order),
  AD_ACTIVATE: (order) => call(life.activateInserat, plain(order)),
  AD_REACTIVATE: (order) => call(life.reactivateInserat, order),
  AD_DUPLICATE: (order) => call(life.duplicateInserat, plain(order)),
  AD_HIDE: (order) => call(life.hideInserat, plain(order)),
  AD_DELETE: (order) => call(life.deleteInserat, plain(order)),
  AD_AUTO_REACTIVATE_ON: (order) => call(life.autoReactivateInserat, { ...plain(order), enabled: true }),
  AD_AUTO_REACTIVATE_OFF: (order) => call(life.autoReactivateInserat, { ...plain(order), enabled: false }),
};

/** Why the server refused, as the dialog says it. */
export interface Refusal {
  texts: string[];
  /** The price that the server named instead of the list's. */
  price?: Credits | undefined;
  missing?: Credits | undefined;
  /** Only the editor can help. */
  toEditor: boolean;
}

interface Asking {
  type: AdDialogType;
  id: number;
}

interface Options {
  onEdit: (id: number) => void;
  /** It is done; `inserat` is absent when the ad is gone, `all` are the ads as they are now. */
  onDone: (id: number, inserat: Inserat | undefined, all: readonly Inserat[]) => void;
}

/** The question that is open, and what comes of it: every answer the server may give. */
export function useAdAction({ onEdit, onDone }: Options) {
  const client = useQueryClient();
  const reload = useReload();
  // Stays what it was while the dialog fades.
  const [asking, setAsking] = useState<Asking | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const act = async (price: Credits) => {
    if (!asking) return;
    const { type, id } = asking;
    if (type === 'AD_EDIT') {
      setOpen(false);
      return onEdit(id);
    }
    setBusy(true);
    setRefusal(null);
    try {
      const { message, inserat } = await CALLS[type]({ inserat_id: id, expected_total: price });
      await reload();
      setOpen(false);
      toast.success(message);
      onDone(id, inserat, client.getQueryData(stateQuery.queryKey)?.Inserats ?? []);
    } catch (error) {
      await refused(error);
    }
    setBusy(false);
  };

  const refused = async (error: unknown): Promise<void> => {
    const { code, message, fields, details } = error instanceof ApiError ? error : UNKNOWN;
    if (code === 'NOT_LOGGED_IN') return sessionEnded(client);
    if (GONE.includes(code)) {
      // Elsewhere something else has become of the ad: the list shows what, and there is nothing left to ask.
      await reload();
      setOpen(false);
      toast.error(message);
      return;
    }
    if (STALE.includes(code)) await reload();
    const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
    const wrong = Object.values(fields);
    setRefusal({
      texts: wrong.length > 0 ? wrong : [message],
      price: code === 'PRICE_CHANGED' ? number(details.total) : undefined,
      missing: code === 'INSUFFICIENT_CREDITS' ? number(details.missing) : undefined,
      toEditor: code === 'INVALID_INPUT' || code === 'FREE_AD_USED',
    });
  };

  return {
    asking,
    open,
    busy,
    refusal,
    ask: (type: AdDialogType, id: number) => {
      setRefusal(null);
      setAsking({ type, id });
      setOpen(true);
    },
    close: () => setOpen(false),
    act,
    edit: () => {
      setOpen(false);
      if (asking) onEdit(asking.id);
    },
  };
}

const GONE = ['NOT_IN_THIS_STATE', 'INSERAT_NOT_FOUND'];
const STALE = ['PRICE_CHANGED', 'INSUFFICIENT_CREDITS'];
const UNKNOWN = {
  code: '',
  message: 'Ein unbekannter Fehler ist aufgetreten.',
  fields: {},
  details: {} as Record<string, unknown>,
};
