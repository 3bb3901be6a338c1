import {
  BANNER_STATUS_LABELS,
  type BannerEvent,
  type BannerStatus,
  bannerLife,
  bannerStatus,
} from '@samtrot/shared/banners/status.ts';
import { sql } from 'kysely';
import type { Kind, Lifecycle, Wording } from '../listings/service.ts';
import { pageOf } from '../mail/service.ts';
import * as store from './store.ts';

const EXISTS = sql`deleted_at is null`;

export const BANNERS: Kind<store.BannerRow> = {
  table: 'banner',
  bookings: 'banner_booking',
  label: 'Banner',
  yours: 'Dein Banner',
  exists: EXISTS,
  find: store.find,
  update: store.update,
  errors: {
    notFound: 'BANNER_NOT_FOUND',
    versionConflict: 'BANNER_VERSION_CONFLICT',
    tooMany: 'TOO_MANY_BANNERS',
  },
  limit: { max: 200, counts: EXISTS, exclusive: true },
};

export const LIFECYCLE: Lifecycle<store.BannerRow, BannerStatus, BannerEvent> = {
  statusOf: bannerStatus,
  steps: bannerLife,
  labels: BANNER_STATUS_LABELS,
  notInThisState: 'BANNER_NOT_IN_THIS_STATE',
  publishing: ['aktivieren'],
  whileHeld: ['aendern', 'loeschen'],
};

export const WORDING: Wording<'content' | 'websites'> = {
  causePrefix: 'banner:',
  again: 'neu bestellen',
  page: pageOf.banner,
  reasons: {
    content: {
      because: 'der Inhalt nach unseren Regeln nicht mehr erlaubt ist',
      remedy: 'Ändere ihn',
    },
    websites: {
      because: 'keine der gewählten Webseiten den Inhalt noch zeigt',
      remedy: 'Wähle andere',
    },
  },
};
