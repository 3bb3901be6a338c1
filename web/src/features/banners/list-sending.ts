import * as banners from '@samtrot/shared/banners/contract.ts';
import { call } from '../../lib/api/api.ts';
import type { Done } from '../../listing/use-action.ts';
import type { BannerDialogType } from './list-questions.ts';

type Answer = Promise<{ message: string; banner?: banners.Banner }>;

/** What each confirmed question sends. BANNER_EDIT sends nothing: it opens the wizard. */
const CALLS: Record<Exclude<BannerDialogType, 'BANNER_EDIT'>, (banner_id: number) => Answer> = {
  BANNER_DUPLICATE: (banner_id) => call(banners.duplicateBanner, { banner_id }),
  BANNER_HIDE: (banner_id) => call(banners.hideBanner, { banner_id }),
  BANNER_DELETE: (banner_id) => call(banners.deleteBanner, { banner_id }),
  BANNER_ACTIVATE: (banner_id) => call(banners.activateBanner, { banner_id }),
};

/** Sends a confirmed question about a banner; null where there is nothing to send. */
export function sendBannerAction(
  type: BannerDialogType,
  id: number,
): Promise<Done<banners.Banner>> | null {
  if (type === 'BANNER_EDIT') return null;
  return CALLS[type](id).then(({ message, banner }) => ({
    message,
    item: banner,
    ...(type === 'BANNER_HIDE' && {
      undo: () => call(banners.activateBanner, { banner_id: id }),
    }),
  }));
}
