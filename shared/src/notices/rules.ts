import { DAY_MS } from '../kernel/time.ts';

export const NOTICE_MAX = 200;
/** How long a notice may stand, and how far ahead one is written. */
export const NOTICE_MOST_MS = 90 * DAY_MS;

export const NOTICE_KINDS = ['info', 'outage'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export const NOTICE_KIND_LABELS: Record<NoticeKind, string> = {
  info: 'Hinweis',
  outage: 'Störung',
};

export const NOTICE_PLACES = ['all', 'logged_in'] as const;
export type NoticePlace = (typeof NOTICE_PLACES)[number];
export const NOTICE_PLACE_LABELS: Record<NoticePlace, string> = {
  all: 'Alle',
  logged_in: 'Angemeldete',
};

/** A reader closes a Hinweis; a Störung stays as long as it lasts (BOF-131). */
export const isClosable = (kind: NoticeKind): boolean => kind === 'info';

interface Times {
  from: Date;
  until: Date;
}

/** What is wrong with the times of a notice, by field. */
export function noticeProblems(
  { from, until }: Times,
  now: Date,
): Partial<Record<keyof Times, string>> {
  if (from.getTime() - now.getTime() > NOTICE_MOST_MS)
    return { from: 'Höchstens 90 Tage im Voraus.' };
  if (until <= now) return { until: 'Das Ende liegt in der Vergangenheit.' };
  if (until <= from) return { until: 'Das Ende liegt vor dem Anfang.' };
  return until.getTime() - from.getTime() > NOTICE_MOST_MS ? { until: 'Höchstens 90 Tage.' } : {};
}

export type NoticeState = 'coming' | 'shown' | 'over';
export const NOTICE_STATE_LABELS: Record<NoticeState, string> = {
  coming: 'Kommt',
  shown: 'Wird gezeigt',
  over: 'Vorbei',
};
export const noticeState = ({ from, until }: Times, now: Date): NoticeState =>
  until <= now ? 'over' : from > now ? 'coming' : 'shown';
