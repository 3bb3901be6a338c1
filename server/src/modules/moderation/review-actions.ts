import * as modes from '@samtrot/shared/moderation/mode-contract.ts';
import { MODE_LABELS } from '@samtrot/shared/moderation/mode-rules.ts';
import * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { Waiting } from '../staff/service.ts';
import * as reviews from './service.ts';

/** What waits for a look, as a line of the overview. */
export const waitingReviews: Waiting = {
  right: 'review.read',
  label: 'Prüfen',
  path: '/pruefen',
  count: reviews.openReviews,
};

export const modeActions: Handler[] = implement(modes, {
  getModerationMode: (ctx) => reviews.readMode(ctx),
  setModerationMode: async (ctx, input) => {
    await reviews.chooseMode(ctx, input);
    return { message: `«${MODE_LABELS[input.mode]}» gilt ab jetzt.` };
  },
});

export const reviewActions = (deps: reviews.ReviewDeps): Handler[] =>
  implement(contract, {
    queue: (ctx, input) => reviews.list(ctx, input),
    review: (ctx, { review_id }) => reviews.read(ctx, review_id),
    claimReview: async (ctx, input) => ({
      claimed_until: (await reviews.claim(ctx, input)).toISOString(),
    }),
    releaseReview: async (ctx, { review_id }) => {
      await reviews.releaseClaim(ctx, review_id);
      return {};
    },
    uncoverReview: (ctx, { review_id }) => reviews.uncover(ctx, review_id),
    noteReview: async (ctx, { review_id, note }) => {
      await reviews.note(ctx, review_id, note);
      return { message: 'Notiz gesichert.' };
    },
    decideReview: (ctx, input) => reviews.decide(ctx, deps, input),
    undoReview: async (ctx, { review_id }) => {
      await reviews.undo(ctx, review_id);
      return {};
    },
  });
