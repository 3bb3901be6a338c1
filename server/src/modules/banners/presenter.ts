import { type Banner, type BannerContent, content } from '@samtrot/shared/banners/contract.ts';
import { bannerTitle } from '@samtrot/shared/banners/rules.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { wireDateTime } from '@samtrot/shared/kernel/time.ts';
import { AT_ONCE } from '../listings/service.ts';
import type { BannerPictures } from '../media/service.ts';
import { begun, startAsBooked } from './start.ts';
import type { BannerRow, Content } from './store.ts';

/** A banner as on the wire. */
export function present(row: BannerRow, { shown, chosen }: BannerPictures, now: Date): Banner {
  const { start_at, end_at, unsaved } = row;
  const status = bannerStatus(row, now);
  const written = contentIn(row);
  return {
    ID: row.id,
    post_title: bannerTitle(row),
    ...written,
    ...startAsBooked(row, status),
    banner_bild: shown ?? '',
    TYPE: 'banner',
    status,
    start_datum: start_at ? wireDateTime(start_at) : '',
    end_datum: end_at ? wireDateTime(end_at) : '',
    start_at: start_at?.toISOString() ?? null,
    end_at: end_at?.toISOString() ?? null,
    banner_credits: row.total ?? 0,
    post_date: wireDateTime(row.created_at),
    created_at: row.created_at.toISOString(),
    zahlen: row.counts,
    version: row.version,
    saved_at: row.saved_at?.toISOString() ?? null,
    unsaved: unsaved && {
      ...pick(content, { ...written, ...unsaved }),
      ...(begun(status) ? AT_ONCE : {}),
      banner_bild: chosen ?? (unsaved.no_picture ? '' : (shown ?? '')),
    },
  };
}

/** Content as on the wire. */
export const contentIn = ({
  websites: webseiten,
  ...row
}: Content & { websites: number[] }): BannerContent => pick(content, { ...row, webseiten });
