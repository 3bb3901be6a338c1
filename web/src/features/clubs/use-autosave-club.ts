import { type ClubContent, keepClub } from '@samtrot/shared/clubs/contract.ts';
import type { RefObject } from 'react';
import type { KeptAs } from '../../autosave/autosave.ts';
import { keepWhatFits, useAutosave } from '../../autosave/use-autosave.ts';
import { call } from '../../lib/api/api.ts';
import { differs } from './form-values.ts';

interface Options {
  /** The club; 0 until the server has begun the entry. */
  clubId: RefObject<number>;
  form: ClubContent;
  version: number;
  savedAt: string | null;
  /** Told in place of nothing while it is as it was read. */
  shownAtStart: boolean;
  onSessionEnded: () => void;
}

/** The entry of a club that is being written. */
export const useAutosaveClub = ({ clubId, ...options }: Options) =>
  useAutosave<ClubContent>({
    ...options,
    differs,
    onKept: () => {},
    send: (typed, { version, kept }) => {
      const keep = async (content: ClubContent): Promise<KeptAs> => {
        const params = { ...idOf(clubId), ...content, version };
        const { club_id, ...as } = await call(keepClub, params, undefined, { keepalive: true });
        clubId.current = club_id;
        return as;
      };
      return keepWhatFits(keep, typed, kept);
    },
    collision: 'CLUB_VERSION_CONFLICT',
    final: ['CLUB_NOT_FOUND'],
  });

/** Without it the server means the entry that is not ordered yet. */
export const idOf = ({ current }: RefObject<number>) => (current > 0 ? { club_id: current } : {});
