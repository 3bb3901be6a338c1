import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { deletionTexts, ON_DELETION, type Part } from '@samtrot/shared/refunds/rules.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { questionOf as bannerQuestion } from '../features/banners/list-questions.ts';
import { sampleBanner } from '../features/banners/list-sample.ts';
import { questionOf as clubQuestion } from '../features/clubs/list-questions.ts';
import { sampleClub } from '../features/clubs/list-sample.ts';
import { questionOf as adQuestion } from '../features/inserate/list/ad-questions.ts';
import { sampleInserat } from '../features/inserate/list/sample.ts';

const paid = {
  package: '1_week',
  regions: 3,
  categories: 3,
  images: 10,
  dailyPushes: 1,
  datedPushes: 0,
  planned: true,
  topAd: true,
  colour: false,
  story: false,
} as const satisfies Inserat['paid'];
const next_push_at = '2026-11-22T11:00:00.000Z';

const keys = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];
/** The sentences of the rules that a question says. */
const said = (text: string) =>
  keys(deletionTexts).filter((name) => {
    const words = deletionTexts[name];
    return text.includes(typeof words === 'string' ? words : words(50));
  });

/** What a question has to say where there is something of each part. */
function due(parts: readonly Part[], status: string): (keyof typeof deletionTexts)[] {
  const runs = ['aktiv', 'ausgeblendet'].includes(status);
  if (parts.includes('unbegun')) return runs ? ['ahead', 'nothing'] : ['all'];
  if (parts.length > 0) return ['both'];
  return runs ? ['nothing'] : [];
}

test('deleting states the refund rule, in every state of ad, banner and club [FIX-40]', () => {
  expect.assertions(14);
  for (const status of keys(ON_DELETION.inserat)) {
    const booked = status === 'entwurf' ? {} : { paid, next_push_at };
    const ad = sampleInserat({
      inserat_typ: '1_week',
      inserat_status: status,
      planned_refund: 50,
      ...booked,
    });
    expect(said(adQuestion(PRICES, 'AD_DELETE', ad).text), status).toEqual(
      due(ON_DELETION.inserat[status], status),
    );
  }
  for (const status of keys(ON_DELETION.banner)) {
    const { text } = bannerQuestion('BANNER_DELETE', sampleBanner({ status, banner_credits: 50 }));
    expect(said(text), status).toEqual(due(ON_DELETION.banner[status], status));
  }
  for (const status of keys(ON_DELETION.club)) {
    const planned_refund = status === 'abgelaufen' ? 0 : 50;
    const { text } = clubQuestion('CLUB_DELETE', { ...sampleClub({ planned_refund }), status });
    expect(said(text), status).toEqual(
      status === 'abgelaufen' ? [] : due(ON_DELETION.club[status], status),
    );
  }
});
