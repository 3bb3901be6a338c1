import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { deletionWords, ON_DELETION } from '@samtrot/shared/refunds/rules.ts';
import { expect, test } from 'vitest';
import { questionOf as bannerQuestion } from '../features/banners/list-questions.ts';
import { sampleBanner } from '../features/banners/list-sample.ts';
import { questionOf as clubQuestion } from '../features/clubs/list-questions.ts';
import { sampleClub } from '../features/clubs/list-sample.ts';
import { questionOf as adQuestion } from '../features/inserate/ad-questions.ts';
import { sampleInserat } from '../features/inserate/sample.ts';

const paid = {
  ...{ package: '1_week', regions: 3, categories: 3, images: 10, dailyPushes: 1, datedPushes: 0 },
  ...{ planned: true, topAd: false, colour: false, story: false },
} as const satisfies Inserat['paid'];
const next_push_at = '2026-11-22T11:00:00.000Z';

const words = { all: deletionWords.all(50), pushes: deletionWords.pushes, nothing: deletionWords.nothing, none: null };
const said = (text: string) => Object.values(words).find((sentence) => sentence !== null && text.includes(sentence));
const keys = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

test('the question before a deletion says the rule of the product, in every state of an ad, a banner, a club [FIX-40]', () => {
  expect.assertions(13);
  for (const status of keys(ON_DELETION.inserat)) {
    const booked = status === 'entwurf' ? {} : { paid, next_push_at };
    const ad = sampleInserat({ inserat_typ: '1_week', inserat_status: status, planned_refund: 50, ...booked });
    expect(said(adQuestion('AD_DELETE', ad).text) ?? null, status).toBe(words[ON_DELETION.inserat[status]]);
  }
  for (const status of keys(ON_DELETION.banner)) {
    const { text } = bannerQuestion('BANNER_DELETE', sampleBanner({ status, banner_credits: 50 }));
    expect(said(text) ?? null, status).toBe(words[ON_DELETION.banner[status]]);
  }
  for (const status of keys(ON_DELETION.club)) {
    const planned_refund = status === 'geplant' ? 50 : 0;
    const { text } = clubQuestion('CLUB_DELETE', { ...sampleClub({ planned_refund }), status });
    expect(said(text) ?? null, status).toBe(words[ON_DELETION.club[status]]);
  }
});
