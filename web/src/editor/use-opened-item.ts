import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { toast } from '../ui/toast.tsx';
import { readSentVersion } from './sent-version.ts';

interface Options<Data> {
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<Data>;
  /** Loads the code of what is drawn with the item. */
  preload?: () => Promise<unknown>;
  versionOf: (data: Data) => number | undefined;
  /** Codes of the server for an item that does not exist. */
  missingCodes: readonly string[];
  /** Whether the answer does not hold the item. */
  lacks?: (data: Data) => boolean;
  /** Where an item that does not exist leads, and with which message. */
  missing: { to: '/inserate' | '/banner' | '/clubs'; text: string };
}

/**
 * An item as it was when its editor opened: a reload in the background must not change what is
 * being edited. `round` changes with each reload, as the key of the editor.
 */
export function useOpenedItem<Data>(options: Options<Data>) {
  const { queryKey, read, preload, versionOf, missingCodes, lacks, missing } = options;
  const navigate = useNavigate();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const code = preload?.();
      const answer = await readSentVersion(() => read(signal), versionOf);
      await code;
      return answer;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isMissing =
    (error instanceof ApiError && missingCodes.includes(error.code)) ||
    (data !== undefined && (lacks?.(data) ?? false));
  const { to, text } = missing;
  useEffect(() => {
    if (!isMissing) return;
    toast.error(text);
    void navigate({ to, replace: true });
  }, [isMissing, navigate, to, text]);
  return {
    data: isMissing ? undefined : data,
    round: dataUpdatedAt,
    failed: error !== null && !isMissing,
    isFetching,
    reload: () => void refetch(),
  };
}

interface Place {
  /** The number in the address. */
  id: string | undefined;
  /** The new item that got its number there while it was written; its form stays. */
  begun: string | undefined;
  /** Counts the new items, each with a form of its own. */
  round: number;
}

/**
 * Which item the address of an editor names; a new one keeps its form when it gets a number, and on
 * the way back to one of its steps that is from before.
 */
export function useEditorPlace(id: string | undefined, ofSteps = false) {
  const [place, setPlace] = useState<Place>({ id, begun: undefined, round: 0 });
  const stays = ofSteps && id === undefined && place.begun !== undefined;
  if (place.id !== id && !stays) {
    setPlace({
      id,
      begun: id === place.begun ? id : undefined,
      round: id === undefined ? place.round + 1 : place.round,
    });
  }
  return {
    isNew: id === undefined || id === place.begun,
    begun: place.begun,
    round: place.round,
    begin: (begun: string) => setPlace((before) => ({ ...before, begun })),
    /** Opens the item of the address in place of the form. */
    reopen: () => setPlace((before) => ({ ...before, begun: undefined })),
  };
}
