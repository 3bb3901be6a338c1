import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import { tabOf } from '@samtrot/shared/inserate/status.ts';
import { type ListView, listing } from '../../listing/listing.ts';

/**
 * The banners of an account in their tabs (BAN-02 to BAN-06). A hidden one is listed with the
 * drafts and keeps its label (BAN-11).
 */
export const BANNER_LIST = listing({
  tabs: { aktiv: 'Aktiv', geplant: 'Geplant', entwurf: 'Entwürfe', abgelaufen: 'Abgelaufen' },
  sorts: {
    id_desc: 'Neueste zuerst',
    id_asc: 'Älteste zuerst',
    date_desc: 'Startet zuletzt',
    date_asc: 'Startet zuerst',
  },
  pageSize: 12,
  statusOf: ({ status }: Banner) => status,
  tabOf,
  textsOf: ({ url, post_title, text, typ, status, ID, banner_bild }) => [
    ...[url, post_title, text, typ, BANNER_TYPES[typ].name, status, String(ID)],
    typeof banner_bild === 'string' ? banner_bild : banner_bild.url,
  ],
  /** BAN-05: the start, or when it was first saved while there is none. */
  instantOf: ({ start_at, created_at }) => start_at ?? created_at,
});

export type BannerView = ListView<
  (typeof BANNER_LIST.tabs)[number],
  (typeof BANNER_LIST.sorts)[number]
>;
