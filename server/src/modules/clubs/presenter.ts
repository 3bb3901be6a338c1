import { BLANK_CLUB, type Club, ClubContent, content } from '@samtrot/shared/clubs/contract.ts';
import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { readStored } from '@samtrot/shared/kernel/stored.ts';
import { wireDateTime } from '@samtrot/shared/kernel/time.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { AT_ONCE } from '../listings/service.ts';
import type { ClubRow, Content } from './store.ts';

export const statusOf = ({ start_at, end_at }: Pick<ClubRow, 'start_at' | 'end_at'>, now: Date) =>
  clubStatus(
    { start_at: start_at?.toISOString() ?? null, end_at: end_at?.toISOString() ?? null },
    now,
  );

/** Content as on the wire. */
export const presentContent = (row: Content): ClubContent => ({
  ...pick(content, row),
  canton: row.canton ?? '',
});

/** Autosaved edits of a placed club; missing fields are as saved. */
export const unsavedOf = (row: ClubRow): ClubContent | null =>
  readStored(ClubContent, row.unsaved, presentContent(row));

/** A club as on the wire. */
export function present(row: ClubRow, bilder: ImageSource[], now: Date): Club {
  const { start_at, end_at } = row;
  // A past start is no longer chosen: the next order begins with "Sofort".
  const asks = row.placed_at === null || statusOf(row, now) === 'geplant';
  return {
    ID: row.id,
    TYPE: 'club',
    ...presentContent(row),
    ...(asks ? {} : AT_ONCE),
    bilder,
    start_zeit: start_at ? wireDateTime(start_at) : '',
    end_zeit: end_at ? wireDateTime(end_at) : '',
    start_at: start_at?.toISOString() ?? null,
    end_at: end_at?.toISOString() ?? null,
    club_credits: row.total ?? 0,
    planned_refund: row.ahead,
    post_date: wireDateTime(row.created_at),
    created_at: row.created_at.toISOString(),
    version: row.version,
    saved_at: row.saved_at?.toISOString() ?? null,
  };
}

/** The blank entry of an account. */
export const blank = (now: Date): Club => ({
  ID: 0,
  TYPE: 'club',
  ...BLANK_CLUB,
  bilder: [],
  start_zeit: '',
  end_zeit: '',
  start_at: null,
  end_at: null,
  club_credits: 0,
  planned_refund: 0,
  post_date: wireDateTime(now),
  created_at: now.toISOString(),
  version: 0,
  saved_at: null,
});
