import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { isKept } from '../lib/page/unsaved-changes.ts';
import { LATER_TRIES_MS, nextTry } from '../lib/session/load-tries.ts';
import {
  type Account,
  canOpenLogin,
  forgetSession,
  leaveFor,
  stateQuery,
} from '../lib/session/session.ts';

interface Load {
  /** Absent until the account is loaded, and again when loading has failed. */
  account: Account | undefined;
  /** When it was loaded. */
  at: Date;
  /** The server gives no account; the page asks again by itself. */
  away: boolean;
  busy: boolean;
  retry: () => void;
}

/**
 * The account of the frame. A failed load is repeated; once it has failed for good the login page
 * opens, which comes back (EXP-65, FRM-29). That page is a document of the server: while it does
 * not come either, the frame stays and forgets the account.
 */
export function useAccountLoad(): Load {
  const client = useQueryClient();
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery(stateQuery);
  const tries = useRef(0);
  const [failing, setFailing] = useState<'briefly' | 'for good'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: any newer account ends the outage
  useEffect(() => {
    tries.current = 0;
    setFailing(undefined);
  }, [dataUpdatedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure counts, not what it was
  useEffect(() => {
    if (!error || isFetching) return;
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'NOT_LOGGED_IN') return;
    const wait = nextTry(tries.current, {
      knownForMs: data ? Date.now() - dataUpdatedAt : null,
      typing: isKept(),
    });
    setFailing(wait === null ? 'for good' : 'briefly');
    if (wait === null) {
      forgetSession({ away: true });
      void canOpenLogin().then((can) => {
        if (can) leaveFor(client, code === 'NO_DATA' ? 'empty' : 'failed');
      });
    }
    const timer = setTimeout(() => {
      tries.current++;
      void refetch();
    }, wait ?? LATER_TRIES_MS);
    return () => clearTimeout(timer);
  }, [error, errorUpdatedAt, isFetching]);
  return {
    account: failing === 'for good' ? undefined : data,
    at: new Date(dataUpdatedAt),
    away: failing !== undefined,
    busy: isFetching,
    retry: () => void refetch(),
  };
}
