import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { call } from '../../../lib/api/api.ts';
import type { Done } from '../../../listing/use-action.ts';
import type { AdDialogType } from '../list/ad-questions.ts';

type Way = Params<typeof life.topInserat>['way'];
type Order = { inserat_id: number; expected_total: Credits };
type Sent = Promise<{ message: string; inserat?: Inserat; restorable?: boolean }>;

const plain = ({ inserat_id }: Order) => ({ inserat_id });

/** What each confirmed question sends. AD_EDIT sends nothing: it opens the editor. */
const CALLS: Record<Exclude<AdDialogType, 'AD_EDIT'>, (order: Order, way: Way) => Sent> = {
  AD_PUSH: (order) => call(life.pushInserat, order),
  AD_COLOR: (order) => call(life.colorInserat, order),
  AD_TOP: (order, way) => call(life.topInserat, { ...order, ...(way && { way }) }),
  AD_STORY: (order, way) => call(life.storyInserat, { ...order, ...(way && { way }) }),
  AD_ACTIVATE: (order) => call(life.activateInserat, plain(order)),
  AD_REACTIVATE: (order) => call(life.reactivateInserat, order),
  AD_DUPLICATE: (order) => call(life.duplicateInserat, plain(order)),
  AD_HIDE: (order) => call(life.hideInserat, plain(order)),
  AD_DELETE: (order) => call(life.deleteInserat, plain(order)),
  AD_AUTO_REACTIVATE_ON: (order) =>
    call(life.autoReactivateInserat, { ...plain(order), enabled: true }),
  AD_AUTO_REACTIVATE_OFF: (order) =>
    call(life.autoReactivateInserat, { ...plain(order), enabled: false }),
};

/** Sends a confirmed question about an ad; null where there is nothing to send. */
export function sendAdAction(
  type: AdDialogType,
  id: number,
  price: Credits,
  way?: string,
): Promise<Done<Inserat>> | null {
  if (type === 'AD_EDIT') return null;
  const sent = CALLS[type]({ inserat_id: id, expected_total: price }, way as Way);
  return sent.then(({ message, inserat, restorable }) => ({
    message,
    item: inserat,
    undo: undoOf(type, id, restorable ?? false),
  }));
}

/** What takes it back: a hidden ad is shown again, a deleted draft is restored. */
function undoOf(type: AdDialogType, inserat_id: number, restorable: boolean) {
  if (type === 'AD_HIDE') return () => call(life.activateInserat, { inserat_id });
  return restorable ? () => call(life.restoreInserat, { inserat_id }) : undefined;
}
