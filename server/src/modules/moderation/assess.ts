import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { phraseFinder } from '@samtrot/shared/moderation/phrase-rules.ts';
import {
  pointsOf,
  type ReviewContent,
  SIMILAR_BITS,
  signalsOf,
  wholeText,
} from '@samtrot/shared/moderation/review-rules.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { forbiddenPhrasesAt, riskWeightsAt } from '../catalogue/service.ts';
import { contentOf } from './review-content.ts';
import { signsOf, similarPictures } from './review-signs-store.ts';
import * as store from './review-store.ts';

/** Half a year without a complaint counts for an account. */
const GOOD_MS = 180 * DAY_MS;
const AT_ONCE = 20;

/** Computes the signals of what was published or changed; returns how many. */
export async function assessDue(ctx: JobContext): Promise<number> {
  const { db, now } = ctx;
  const due = await store.claimDue(ctx, AT_ONCE);
  if (due.length === 0) return 0;
  const phraseIn = phraseFinder(await forbiddenPhrasesAt(ctx));
  const weights = await riskWeightsAt(ctx);
  for (const row of due) {
    const content = await contentOf(db, row);
    const text = (field: string) => (typeof content[field] === 'string' ? content[field] : '');
    const phones = ['telefon', 'whatsapp'].map(text).filter((phone) => phone !== '');
    const signs = await signsOf(db, row, {
      phones,
      goodSince: new Date(now.getTime() - GOOD_MS),
    });
    const approved: ReviewContent | null = (await store.approvedBefore(db, row))?.content ?? null;
    const signals = signalsOf(
      {
        thing: row.thing,
        content,
        approved,
        similar: await similarPictures(db, row, SIMILAR_BITS),
        phoneOfHeld: signs.phone_of_held,
        phoneElsewhere: signs.phone_elsewhere,
        chargeback: signs.chargeback,
        reports: signs.reports,
        phrase: phraseIn(wholeText(content)),
        first: signs.first,
        accountSince: signs.since,
        good: signs.good,
      },
      weights,
      now,
    );
    await store.setSignals(db, row.id, { signals, points: pointsOf(signals) });
  }
  return due.length;
}
