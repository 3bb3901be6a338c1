import { ApiError } from '../../../lib/api/call.ts';

interface Options {
  first: number;
  /** Reads this very ad from the server. */
  ask: (id: number) => Promise<unknown>;
  /** Creates a blank draft and returns its number. */
  create: () => Promise<number>;
  /** Nothing of it is known to be saved. */
  isBlank: () => boolean;
  onChange: (id: number) => void;
}

/**
 * The number of the ad in the editor. A blank draft untouched for a day is purged; an editor that
 * is still open then takes another number. Only the server knows whether that has happened: while a
 * response is under way or lost, the number may already be in use.
 */
export function createNumber({ first, ask, create, isBlank, onChange }: Options) {
  let id = first;
  let renewing: Promise<void> | null = null;

  /** Calls that find the number gone at the same time share the next one. */
  const renew = async (gone: number): Promise<void> => {
    if (id !== gone) return;
    renewing ??= create()
      .then((next) => {
        id = next;
        onChange(next);
      })
      .finally(() => {
        renewing = null;
      });
    await renewing;
  };

  /** Runs it with the number; once more with another one when the blank draft is gone. */
  const using = async <Answer>(act: (id: number) => Promise<Answer>): Promise<Answer> => {
    const asked = id;
    try {
      return await act(asked);
    } catch (error) {
      const gone = error instanceof ApiError && error.code === 'INSERAT_NOT_FOUND';
      if (!gone || (id === asked && !isBlank())) throw error;
      await renew(asked);
      return act(id);
    }
  };

  return {
    current: () => id,
    using,
    /**
     * Before something long begins that belongs to the number. Errors show in what follows.
     */
    secure: async (): Promise<void> => {
      if (isBlank()) await using(ask).catch(() => {});
    },
  };
}
