import type { Page, Route } from '@playwright/test';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { Delivery } from '../web/src/features/delivery-receipts/labels.ts';
import { sampleDelivery, sampleSite } from '../web/src/features/delivery-receipts/sample.ts';
import type { Statistics } from '../web/src/features/statistics/figures.ts';
import {
  sampleDay,
  sampleEffect,
  sampleStatistics,
} from '../web/src/features/statistics/sample.ts';

const onAction = (page: Page, name: string, answer: (route: Route, asked: URL) => object) =>
  page.route(`**/api?action=${name}&*`, (route) =>
    route.fulfill({ json: { success: true, ...answer(route, new URL(route.request().url())) } }),
  );

/** Stubs the delivery state of the requested item. */
export const stubDelivery = (page: Page, answer: () => Delivery) =>
  onAction(page, 'getDelivery', answer);

/** Stubs the visits; the callback gets the days of the range. */
export const stubStatistics = (page: Page, answer: (days: number) => Statistics) =>
  onAction(page, 'getStatistics', (_, asked) => answer(Number(asked.searchParams.get('days'))));

/** The Swiss calendar day so many days ago. */
export const daysAgo = (days: number): string =>
  new Date(Date.parse(`${localDate(new Date())}T12:00:00Z`) - days * 86_400_000)
    .toISOString()
    .slice(0, 10);

export const ago = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString();

/** Stubs websites and visitors of a busy month. */
export async function showDelivery(page: Page): Promise<void> {
  const way = {
    queued_at: ago(2900),
    delivered_at: ago(2899),
    seen_at: ago(2880),
    last_seen_at: ago(4),
  };
  const kindOf = (asked: URL) => ({
    kind: asked.searchParams.get('kind') as Delivery['kind'],
    id: Number(asked.searchParams.get('id')),
  });
  await onAction(page, 'getDelivery', (_, asked) =>
    sampleDelivery({
      ...kindOf(asked),
      online_since: ago(2900),
      websites: [
        sampleSite({ ...way, views: 212 }),
        sampleSite({
          ...way,
          id: 2,
          name: 'abend.example',
          views: 48,
          missed_days: [daysAgo(9), daysAgo(8), daysAgo(3)],
        }),
        sampleSite({
          ...way,
          id: 3,
          name: 'nacht.example',
          step: 'geliefert',
          seen_at: null,
          views: 0,
        }),
        sampleSite({
          ...way,
          id: 4,
          name: 'begleitung-zentralschweiz.example',
          step: 'bereit',
          told_at: ago(2),
          views: 0,
        }),
        sampleSite({ ...way, id: 5, name: 'tag.example', step: 'nie', accepted: false, views: 0 }),
        sampleSite({
          ...way,
          id: 6,
          name: 'frueher.example',
          step: 'entfernt',
          gone_at: ago(60),
          gone_by: 'since',
          views: 3,
        }),
      ],
    }),
  );
  await onAction(page, 'getStatistics', (_, asked) => {
    const range = Number(asked.searchParams.get('days'));
    const days = Array.from({ length: Math.min(range, 28) }, (_, index) => {
      const views = Math.round(14 + 11 * Math.sin(index * 1.7) + (index === 20 ? 34 : 0));
      const contacts = {
        phone: views % 4,
        whatsapp: views % 3,
        sms: 0,
        homepage: views % 2,
        clicks: views % 5,
      };
      return sampleDay({
        day: daysAgo(Math.min(range, 28) - 1 - index),
        website_id: 1 + (index % 2),
        views,
        ...contacts,
      });
    });
    return sampleStatistics({
      ...kindOf(asked),
      from: daysAgo(range - 1),
      to: daysAgo(0),
      days,
      effects: [
        sampleEffect({
          kind: 'story',
          from: ago(50),
          until: null,
          factor: null,
          usual_per_hour: null,
          views_per_hour: 3,
        }),
        sampleEffect({ from: ago(8 * 1440), until: ago(7 * 1440) }),
        sampleEffect({
          kind: 'push',
          from: ago(9 * 1440),
          until: ago(9 * 1440),
          views_per_hour: 4,
          factor: 0.8,
        }),
        sampleEffect({
          kind: 'farbe',
          from: ago(20 * 1440),
          until: ago(10 * 1440),
          views_per_hour: 6.1,
          factor: 1.2,
        }),
      ],
    });
  });
}
