import type { Banner, BannerImage } from '@samtrot/shared/banners/contract.ts';
import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import { formatDateTime, localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import type { BannerRow } from './store.ts';

/** A banner in the words of the wire. */
export function present(row: BannerRow, image: BannerImage | undefined, now: Date): Banner {
  const { planned_at, start_at, end_at } = row;
  const status = bannerStatus(row, now);
  // A start that has been is no wish any more: whoever orders the banner again begins with "Sofort".
  const wish = status === 'entwurf' || status === 'geplant' ? planned_at : null;
  return {
    ID: row.id,
    post_title: bannerTitle(row),
    text: row.text,
    url: row.url,
    typ: row.typ,
    TYPE: 'banner',
    status,
    start_datum: start_at ? formatDateTime(start_at) : '',
    end_datum: end_at ? formatDateTime(end_at) : '',
    start_at: start_at?.toISOString() ?? null,
    end_at: end_at?.toISOString() ?? null,
    monate: row.months,
    banner_credits: row.total ?? 0,
    banner_bild: image ?? '',
    post_date: formatDateTime(row.created_at),
    created_at: row.created_at.toISOString(),
    publish_option: wish ? 'Planen' : 'Sofort',
    publish_date: wish ? localDate(wish) : '',
    publish_time: wish ? localTime(wish) : '',
    webseiten: row.websites,
    auto_extend: row.auto_extend,
  };
}
