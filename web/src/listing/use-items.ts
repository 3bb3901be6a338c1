import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useState } from 'react';
import type { Account } from '../lib/session/session.ts';
import type { CountName } from './counts.ts';
import type { Listable, Listing, ListView } from './listing.ts';
import { type Done, useAction } from './use-action.ts';
import { useFocus } from './use-focus.ts';

export interface ItemsOptions<
  Item extends Listable,
  Type extends string,
  Tab extends CountName,
  Sort extends string,
> {
  list: Listing<Item, Tab, Sort>;
  all: readonly Item[];
  view: ListView<Tab, Sort>;
  onView: (view: ListView<Tab, Sort>) => void;
  /** What a confirmed question sends. Null: nothing, it opens the editor. */
  send: (type: Type, id: number, price: Credits, way?: string) => Promise<Done<Item>> | null;
  /** Stands before the tabs and in none of them. */
  isHeld: (item: Item) => boolean;
  itemsOf: (account: Account) => readonly Item[];
  /** `about` is the question that leads there. */
  onEdit: (id: number, about: Type) => void;
}

/**
 * The shown page of a list, its open question, and the focus afterwards.
 */
export function useItems<
  Item extends Listable,
  Type extends string,
  Tab extends CountName,
  Sort extends string,
>({ list, all, view, onView, send, itemsOf, onEdit, isHeld }: ItemsOptions<Item, Type, Tab, Sort>) {
  const [more, setMore] = useState<{ id: number | undefined; open: boolean }>({
    id: undefined,
    open: false,
  });
  const isFree = (item: Item) => !isHeld(item);
  const found = list.listed(all.filter(isFree), view);
  const focus = useFocus(found.items.map(({ ID }) => ID));
  const action = useAction<Type, Item>({
    send,
    onEdit,
    onDone: (id, item, account) => {
      // An item that has moved is shown where it is now.
      const there =
        item && account && list.viewWith(itemsOf(account).filter(isFree), item.ID, view);
      if (there && (there !== view || item.ID !== id)) {
        focus.toCard(item.ID);
        onView(there);
      } else if (!item) focus.toNeighbour(id);
    },
    onUndoable: focus.toNeighbour,
    onUndone: focus.toCard,
  });
  return {
    found,
    find: (id: number | undefined) => all.find(({ ID }) => ID === id),
    action,
    openQuestion: (type: Type, id: number, asked: boolean) => {
      focus.remember(id);
      if (asked) action.openQuestion(type, id);
      else action.actNow(type, id);
    },
    focus,
    /** On a phone: the sheet with all actions of an item. */
    more: {
      ...more,
      show: (id: number) => setMore({ id, open: true }),
      hide: () => setMore((was) => ({ ...was, open: false })),
    },
  };
}
