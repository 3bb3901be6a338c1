import type { Hold } from '@samtrot/shared/holds/contract.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import type { NextStep } from '@samtrot/shared/overview/contract.ts';
import {
  endingAds,
  holdIsStep,
  mostUrgent,
  PAYMENT_OPEN_MS,
} from '@samtrot/shared/overview/step-rules.ts';
import type { Ctx } from '../../platform/action.ts';
import * as support from '../support/service.ts';
import * as topups from '../topups/service.ts';

/** What the database knows of steps alone. */
export async function openSteps({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: number) {
  const since = new Date(now.getTime() - PAYMENT_OPEN_MS);
  const [answers, open] = await Promise.all([
    support.unreadAnswers(db, userId),
    topups.openSince(db, userId, since),
  ]);
  return { answers, open };
}

interface Known extends Awaited<ReturnType<typeof openSteps>> {
  holds: readonly Hold[];
  ads: readonly Inserat[];
  credits: number;
  owed: number;
  /** Since when something is owed. */
  owedSince: string | null;
  undecided: topups.Undecided | null;
  emailConfirmed: boolean;
  emailRequired: boolean;
}

type Found = Pick<NextStep, 'kind' | 'id' | 'at' | 'today'> & Partial<NextStep>;
const step = (found: Found): NextStep => ({
  subject: null,
  asked: false,
  payment: null,
  ...found,
});

/** What waits for the owner, the most urgent first (EXP-33). */
export function nextSteps(now: Date, known: Known): NextStep[] {
  const { holds, ads, credits, undecided, answers, open } = known;
  const held = new Set(
    holds.flatMap(({ object, released_at }) =>
      object.type === 'inserat' && released_at === null ? [object.id] : [],
    ),
  );
  const free = ads.filter(({ ID }) => !held.has(ID));
  return mostUrgent([
    ...holds
      .filter(holdIsStep)
      .map(({ id, since }) => step({ kind: 'hold', id: String(id), at: since, today: true })),
    ...(known.owed > 0 ? [step({ kind: 'debt', id: '', at: known.owedSince, today: true })] : []),
    ...endingAds(free, credits, now).map(({ ID, end_at: at }) =>
      step({ kind: 'ending', id: String(ID), at, today: true }),
    ),
    ...answers.map(({ ticket, subject, asked, at }) =>
      step({ kind: 'answer', id: ticket, at: at.toISOString(), today: true, subject, asked }),
    ),
    ...(undecided ? [ofUndecided(undecided)] : []),
    ...open.map(ofOpen),
    ...free
      .filter(({ inserat_status }) => inserat_status === 'entwurf')
      .map(({ ID, saved_at: at }) => step({ kind: 'draft', id: String(ID), at, today: false })),
    ...(known.emailConfirmed
      ? []
      : [step({ kind: 'email', id: '', at: null, today: known.emailRequired })]),
  ]);
}

const ofUndecided = ({ payment_id, number, asked, at, sentence, next }: topups.Undecided) =>
  step({
    kind: 'payment',
    id: payment_id,
    at: at.toISOString(),
    // What the house looks at waits for nobody else.
    today: next === 'decide',
    payment: { number, amount: rappenToFrancs(asked), transfer: false, sentence, next },
  });

const ofOpen = ({ payment_id, number, asked, at, transfer, sentence, next }: topups.OpenPayment) =>
  step({
    kind: 'open_payment',
    id: payment_id,
    at: at.toISOString(),
    today: false,
    payment: { number, amount: rappenToFrancs(asked), transfer, sentence, next },
  });
