export { assessDue } from './assess.ts';

import type { Sql } from '../../platform/db.ts';
import * as store from './review-store.ts';

export { changesOf, endUndecidedChange, replacedColumn } from './changes.ts';
export { finalOperation, makeFinal, previewFinal } from './final.ts';
export { decideAppeal, type Holding, hold, type Releasing, release } from './holding.ts';
export { goingOn, objecting } from './mail-templates.ts';
export { chooseMode, noteMode, readMode } from './mode.ts';
export { ownTables } from './own-data.ts';
export { tellOwner } from './owner-news.ts';
export { reviewContent } from './review-content.ts';
/** For the monthly register: what a second person found otherwise (BOF-54). */
export { newestId as newestReview } from './review-store.ts';
export {
  accountFacts,
  claim,
  decide,
  list,
  note,
  type ReviewDeps,
  read,
  releaseClaim,
  sampleRegister,
  uncover,
  undo,
} from './reviews.ts';
export { differentOf as differentSamples } from './sample-store.ts';
export { assertSeesPrivate, seesPrivate, uncoverThing } from './uncover.ts';
export { openReviews, promise, withdrawUndecided } from './waiting.ts';

/** For account deletion: erases every word of its reviews. */
export const eraseReviews = ({ db }: { db: Sql }, accountId: number): Promise<void> =>
  store.erase(db, accountId);
