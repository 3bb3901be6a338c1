import type { WebsiteDelivery } from '@samtrot/shared/delivery-receipts/contract.ts';
import type { Delivery } from './labels.ts';

/** A website for tests where everything has happened, with the given members. */
export const sampleSite = (given: Partial<WebsiteDelivery> = {}): WebsiteDelivery => ({
  id: 1,
  name: 'lust.example',
  url: 'https://lust.example/inserat/1',
  accepted: true,
  step: 'gesehen',
  queued_at: '2026-11-21T13:00:00.000Z',
  told_at: null,
  delivered_at: '2026-11-21T13:01:00.000Z',
  last_delivered_at: '2026-11-21T13:09:00.000Z',
  seen_at: '2026-11-21T13:03:00.000Z',
  last_seen_at: '2026-11-21T13:08:00.000Z',
  views: 12,
  gone_at: null,
  gone_by: null,
  missed_days: [],
  ...given,
});

/** An ad that is online on one website, for tests. */
export const sampleDelivery = (given: Partial<Delivery> = {}): Delivery => ({
  kind: 'inserat',
  id: 20001,
  title: 'Zeit zu zweit',
  online: true,
  online_since: '2026-11-21T13:00:00.000Z',
  ended_at: null,
  websites: [sampleSite()],
  ...given,
});
