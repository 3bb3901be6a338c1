import type { Banner } from '@samtrot/shared/banners/contract.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A picture for tests; a pixel replaces its sizes. */
export const samplePicture = (url: string) => ({
  url,
  sizes: { medium: PIXEL, large: PIXEL, full: PIXEL },
  width: 1248,
  height: 244,
  placeholder: '',
});

/** An active banner for tests, with the given members. */
export const sampleBanner = (given: Partial<Banner> = {}): Banner => ({
  ID: 301,
  post_title: 'Leaderboard, studio-linde.example',
  typ: 'a1',
  text: '',
  url: 'https://studio-linde.example/',
  monate: 1,
  publish_option: 'Sofort',
  publish_date: '',
  publish_time: '',
  webseiten: [1],
  auto_extend: false,
  banner_bild: samplePicture('/b/abc-1248.webp'),
  TYPE: 'banner',
  status: 'aktiv',
  start_datum: '21.11.2026 12:00',
  end_datum: '21.12.2026 12:00',
  start_at: '2026-11-21T11:00:00.000Z',
  end_at: '2026-12-21T11:00:00.000Z',
  banner_credits: 600,
  post_date: '20.11.2026 09:00',
  created_at: '2026-11-20T08:00:00.000Z',
  zahlen: [],
  version: 1,
  saved_at: null,
  unsaved: null,
  ...given,
});
