import { choicesFor } from '@samtrot/shared/catalogue/choice-rules.ts';
import { publishProblems } from '@samtrot/shared/inserate/problems.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { phraseProblemOf } from '@samtrot/shared/moderation/phrase-rules.ts';
import type { Sql } from '../../../platform/db.ts';
import * as catalogue from '../../catalogue/service.ts';
import { AT_ONCE } from '../../listings/service.ts';
import { presentContent } from '../presenter.ts';
import type * as store from '../store.ts';

/** What is no longer allowed of this ad: forbidden since the order, or no longer a choice. */
export async function problemsToday(
  { db, now, lists }: { db: Sql; now: Date; lists?: catalogue.Choices },
  row: store.InseratRow,
  /** `newRun`: for another run, which begins with what is offered now. */
  { videos = 0, newRun = false }: { videos?: number; newRun?: boolean } = {},
): Promise<FieldErrors> {
  const content = {
    ...presentContent(row),
    ...AT_ONCE,
  };
  const known = lists ?? (await catalogue.choicesAt({ db, now }));
  return publishProblems(content, {
    now,
    known: newRun ? choicesFor(known) : known,
    phraseProblem: phraseProblemOf(await catalogue.forbiddenPhrasesAt({ db, now })),
    running: true,
    ordered: content.date_time_pushes,
    videos,
  });
}
