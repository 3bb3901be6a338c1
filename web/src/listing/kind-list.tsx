import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import type { Hold } from '@samtrot/shared/holds/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePreferences } from '../lib/session/preferences.ts';
import { useAccount } from '../lib/session/session.ts';
import type { CountName } from './counts.ts';
import { holdsOf, isOpen } from './hold.ts';
import { ItemList, type ListLabels } from './item-list.tsx';
import type { Listable, Listing, ListView } from './listing.ts';
import type { Question } from './question.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { type ItemsOptions, useItems } from './use-items.ts';
import { useTextSearch } from './use-text-search.ts';

/** What a card offers: a question about its item, and on a phone the sheet with all of them. */
interface CardActions<Type extends string> {
  onQuestion: (type: Type, id: number) => void;
  onMore: (id: number) => void;
  /** Open, or released within a day. */
  hold: Hold | undefined;
}

/** Of the sheet of an item; without one nothing was opened yet. */
interface SheetProps<Item, Type extends string> {
  item: Item | undefined;
  open: boolean;
  /** Off the websites by the house: most of what it can do is refused. */
  held: boolean;
  onQuestion: (type: Type, id: number) => void;
  onClose: () => void;
}

interface Props<
  Item extends Listable,
  Type extends string,
  Tab extends CountName,
  Sort extends string,
> extends Omit<ItemsOptions<Item, Type, Tab, Sort>, 'isHeld'> {
  kind: PlacedKind;
  list: Listing<Item, Tab, Sort>;
  view: ListView<Tab, Sort>;
  labels: ListLabels;
  card: (item: Item, actions: CardActions<Type>) => ReactNode;
  sheet: (props: SheetProps<Item, Type>) => ReactNode;
  /** `named` is the price that the server named instead of ours. */
  questionOf: (type: Type, item: Item, named?: Credits) => Question;
  credits: Credits;
  /** The button where only the editor helps, such as `Inserat bearbeiten`. */
  edit: string;
  create: { to: LinkProps['to']; label: string; inFrame?: true };
}

/** The list of a kind with its cards, the sheet of a phone and the question before each action. */
export function KindList<
  Item extends Listable,
  Type extends string,
  Tab extends CountName,
  Sort extends string,
>(props: Props<Item, Type, Tab, Sort>) {
  const { kind, list, all, onView, labels, card, sheet, questionOf, credits, edit, create } = props;
  const texts = useTextSearch(kind, all.flatMap(list.excerptOf), props.view.q);
  const view = { ...props.view, inTexts: texts.inTexts };
  const holds = holdsOf(useAccount(), kind);
  const isHeld = ({ ID }: Item) => isOpen(holds.get(ID));
  const { isOff } = usePreferences();
  const { found, find, action, focus, more, ...items } = useItems({ ...props, view, isHeld });
  const openQuestion = (type: Type, id: number) => {
    const item = find(id);
    const kind = item && questionOf(type, item).kind;
    items.openQuestion(type, id, kind === undefined || !isOff(kind));
  };
  const cardOf = (item: Item) =>
    card(item, { onQuestion: openQuestion, onMore: more.show, hold: holds.get(item.ID) });
  return (
    <>
      <ItemList
        list={list}
        all={all.filter((item) => !isHeld(item))}
        held={all.filter(isHeld).map(cardOf)}
        found={found}
        view={view}
        texts={texts}
        onView={onView}
        labels={labels}
        card={cardOf}
        create={create}
      />
      {sheet({
        item: find(more.id),
        open: more.open,
        held: isOpen(holds.get(more.id ?? 0)),
        onQuestion: openQuestion,
        onClose: more.hide,
      })}
      <QuestionDialog
        action={action}
        item={find(action.subject?.id)}
        questionOf={questionOf}
        credits={credits}
        edit={edit}
        finalFocus={focus.afterDialog}
      />
    </>
  );
}
