import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import { content, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { type DatedPush, publishProblems } from '@samtrot/shared/inserate/problems.ts';
import type { PromotionKind } from '@samtrot/shared/inserate/promotion-rules.ts';
import { tidyTexts } from '@samtrot/shared/kernel/content.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { falling, without } from './booking/editor-run.ts';
import { type Lists, sent } from './editor-form.ts';

export interface ValidationContext {
  now: Date;
  lists: Lists;
  /** The ad is online: when it starts is no question any more. */
  running: boolean;
  /** Its pictures. */
  images?: number;
  /** Its story has a picture or a video of its own. */
  hasStory?: boolean;
  /** Its videos, without those that could not be read. */
  videos?: number;
  /** What its running booking holds already, and when that ends; of another package nothing is. */
  booked?: {
    package: PackageId;
    pushes: readonly DatedPush[];
    end: string | null;
    promoted: Record<PromotionKind, { paid: boolean; until: Date | null }>;
  } | null;
}

/**
 * The server's own check, run while typing; a message per wire field. This file is loaded on
 * demand: it brings the phone metadata and the calendar, which nothing else in the application
 * needs.
 */
export function checkForm(
  form: InseratContent,
  { now, lists, running, images, hasStory = false, videos = 0, booked }: ValidationContext,
): FieldErrors {
  const goesOn = booked?.package === form.inserat_typ ? booked : null;
  const gone = booked && !goesOn ? falling(form, booked.pushes, now) : [];
  return publishProblems(
    {
      ...tidyTexts(content, sent(form)),
      date_time_pushes: without(form.date_time_pushes, gone),
    },
    {
      now,
      known: lists,
      running,
      hasStory,
      videos,
      ...(images !== undefined && { images }),
      ...(booked && { ordered: booked.pushes }),
      ...(goesOn && { promoted: goesOn.promoted }),
      ...(goesOn?.end && running && { end: new Date(goesOn.end) }),
    },
  );
}
