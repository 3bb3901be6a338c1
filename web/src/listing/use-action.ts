import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { type Account, sessionEnded, stateQuery, useReload } from '../lib/session/session.ts';
import { toast } from '../ui/toast.tsx';

export interface Done<Item> {
  message: string;
  /** The item as it is now, or its copy; absent when it is deleted. */
  item?: Item | undefined;
  /** Brings it back as it was (EXP-72). */
  undo?: (() => Promise<unknown>) | undefined;
}

/** Why the server refused, as the dialog shows it. */
interface Refusal {
  texts: string[];
  /** The price that the server named instead of the list's. */
  price?: Credits | undefined;
  missing?: Credits | undefined;
  /** Only the editor can help. */
  toEditor: boolean;
}

interface Options<Type extends string, Item> {
  /** What a confirmed question sends. Null: nothing, it opens the editor. */
  send: (type: Type, id: number, price: Credits, way?: string) => Promise<Done<Item>> | null;
  onEdit: (id: number, about: Type) => void;
  /**
   * It is done; `item` is absent when it is deleted, `account` is the state afterwards.
   */
  onDone: (id: number, item: Item | undefined, account: Account | undefined) => void;
  /** It is done and can be undone: the list keeps its place. */
  onUndoable: (id: number) => void;
  onUndone: (id: number) => void;
}

export type ItemAction<Type extends string> = ReturnType<typeof useAction<Type, unknown>>;

/** The open question of a list, and every response to its action. */
export function useAction<Type extends string, Item>({
  send,
  onEdit,
  onDone,
  onUndoable,
  onUndone,
}: Options<Type, Item>) {
  const client = useQueryClient();
  const reload = useReload();
  // Stays what it was while the dialog fades.
  const [subject, setSubject] = useState<{ type: Type; id: number } | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const act = async (price: Credits, way?: string) => {
    if (subject) await run(subject, price, way);
  };

  const run = async ({ type, id }: { type: Type; id: number }, price: Credits, way?: string) => {
    const sent = send(type, id, price, way);
    if (sent === null) {
      setOpen(false);
      return onEdit(id, type);
    }
    setBusy(true);
    setRefusal(null);
    try {
      const { message, item, undo } = await sent;
      await reload();
      setOpen(false);
      if (undo) {
        toast.undo(message, () => void takeBack(id, undo));
        onUndoable(id);
      } else {
        toast.success(message);
        onDone(id, item, client.getQueryData(stateQuery.queryKey));
      }
    } catch (error) {
      await refused(error);
    }
    setBusy(false);
  };

  const takeBack = async (id: number, undo: () => Promise<unknown>) => {
    try {
      await undo();
      onUndone(id);
      await reload();
    } catch (error) {
      const { code, message } = error instanceof ApiError ? error : UNKNOWN;
      if (code === 'NOT_LOGGED_IN') return sessionEnded(client);
      toast.error(message);
      await reload();
    }
  };

  const refused = async (error: unknown): Promise<void> => {
    const { code, message, fields, details } = error instanceof ApiError ? error : UNKNOWN;
    if (code === 'NOT_LOGGED_IN') return sessionEnded(client);
    if (GONE.includes(code)) {
      // Another window has changed it: the list shows how, and the question does not apply.
      await reload();
      setOpen(false);
      toast.error(message);
      return;
    }
    if (STALE.includes(code)) await reload();
    const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
    const wrong = Object.values(fields);
    // What was not asked about is asked now, with the reason.
    setOpen(true);
    setRefusal({
      texts: wrong.length > 0 ? wrong : [message],
      price: code === 'PRICE_CHANGED' ? number(details.total) : undefined,
      missing: code === 'INSUFFICIENT_CREDITS' ? number(details.missing) : undefined,
      toEditor: code === 'INVALID_INPUT' || code === 'FREE_AD_USED',
    });
  };

  return {
    subject,
    open,
    busy,
    refusal,
    openQuestion: (type: Type, id: number) => {
      setRefusal(null);
      setSubject({ type, id });
      setOpen(true);
    },
    /** Without its question, which its owner has switched off. */
    actNow: (type: Type, id: number) => {
      setSubject({ type, id });
      void run({ type, id }, 0);
    },
    close: () => setOpen(false),
    act,
    edit: () => {
      setOpen(false);
      if (subject) onEdit(subject.id, subject.type);
    },
  };
}

const GONE = [
  ...['NOT_IN_THIS_STATE', 'INSERAT_NOT_FOUND'],
  ...['BANNER_NOT_IN_THIS_STATE', 'BANNER_NOT_FOUND', 'CLUB_NOT_FOUND'],
];
const STALE = ['PROMOTION_TOO_LONG', 'PRICE_CHANGED', 'INSUFFICIENT_CREDITS', 'ACCOUNT_OFFLINE'];
const UNKNOWN = {
  code: '',
  message: 'Ein unbekannter Fehler ist aufgetreten.',
  fields: {},
  details: {} as Record<string, unknown>,
};
