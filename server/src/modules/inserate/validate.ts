import { publishProblems } from '@samtrot/shared/inserate/problems.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { phraseProblemOf } from '@samtrot/shared/moderation/phrase-rules.ts';
import type { Sql } from '../../platform/db.ts';
import { forbiddenPhrasesAt } from '../catalogue/service.ts';
import { AT_ONCE } from '../listings/service.ts';
import { presentContent } from './presenter.ts';
import * as store from './store.ts';

type Lists = Awaited<ReturnType<typeof store.referenceLists>>;

/** What is no longer allowed of this ad: forbidden since the order, or no longer a choice. */
export async function problemsToday(
  { db, now, lists }: { db: Sql; now: Date; lists?: Lists },
  row: store.InseratRow,
  videos = 0,
): Promise<FieldErrors> {
  const content = {
    ...presentContent(row),
    ...AT_ONCE,
  };
  const known = lists ?? (await store.referenceLists(db));
  return publishProblems(content, {
    now,
    known,
    phraseProblem: phraseProblemOf(await forbiddenPhrasesAt({ db, now })),
    running: true,
    ordered: content.date_time_pushes,
    videos,
  });
}
