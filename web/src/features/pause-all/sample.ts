import type { OfflineRun, Receipt } from '@samtrot/shared/pause-all/contract.ts';

/** A website that has taken note of everything, for tests. */
export const sampleReceipt = (given: Partial<Receipt> = {}): Receipt => ({
  website_id: 1,
  name: 'lust.example',
  items: 2,
  confirmed: 2,
  confirmed_at: '2026-11-21T13:03:00.800Z',
  seconds: 0.8,
  ...given,
});

/** The switch has just been thrown, for tests. */
export const sampleRun = (given: Partial<OfflineRun> = {}): OfflineRun => ({
  begun_at: '2026-11-21T13:03:00.000Z',
  ended_at: null,
  inserate: 3,
  banners: 1,
  clubs: 1,
  websites: [sampleReceipt()],
  ...given,
});
