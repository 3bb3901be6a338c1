import { formatDateTime, localDate } from '@samtrot/shared/kernel/time.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { type AutosaveState, createAutosave, type KeptAs } from './autosave.ts';
import { noteSentVersion } from './sent-version.ts';

/** What another window has made of it. */
export interface Conflict {
  version: number;
  savedAt: string | null;
}

export interface SendHow<T> {
  version: number;
  /** What the server has. */
  kept: T;
}

interface Options<T> {
  form: T;
  /** The version that was read, 0 of what is new. */
  version: number;
  savedAt: string | null;
  /** Told in place of nothing while it is as it was read. */
  shownAtStart: boolean;
  differs: (a: T, b: T) => boolean;
  /** Has to outlive the page. */
  send: (typed: T, how: SendHow<T>) => Promise<KeptAs>;
  /** The refusal that names the version of another window. */
  collision: string;
  /** Further refusals that trying again does not change. */
  final: readonly string[];
  /** Refusals in whose words the person finds what to do; they pass. */
  helpful?: readonly string[];
  onKept: () => void;
  onSessionEnded: () => void;
  /** What did not succeed, for words of its own. */
  onFailed?: (error: unknown) => void;
}

/** The draft that is never lost: what stands in the form is kept on the server as it is typed. */
export function useAutosave<T>(options: Options<T>) {
  const { form, version, savedAt, shownAtStart, collision } = options;
  const [state, setState] = useState<AutosaveState>(shownAtStart && savedAt ? 'kept' : 'rest');
  const [at, setAt] = useState(savedAt);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [refusal, setRefusal] = useState('');
  const latest = useRef(options);
  latest.current = options;
  const retries = (error: unknown): boolean => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === collision) setConflict(conflictOf(error));
    if (code === 'NOT_LOGGED_IN') latest.current.onSessionEnded();
    setRefusal(latest.current.helpful?.includes(code) ? (error as ApiError).message : '');
    latest.current.onFailed?.(error);
    return ![collision, 'NOT_LOGGED_IN', ...latest.current.final].includes(code);
  };
  const [keeper] = useState(() =>
    createAutosave<T>({
      start: form,
      version,
      differs: options.differs,
      onState: setState,
      retries,
      send: (typed, how) => latest.current.send(typed, how),
      onKept: ({ saved_at }) => {
        setAt(saved_at);
        latest.current.onKept();
      },
    }),
  );

  useEffect(() => keeper.typed(form), [keeper, form]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('visibilitychange', () => document.hidden && void keeper.flush(), {
      signal,
    });
    const leave = () => {
      const version = keeper.leave();
      if (version !== null) noteSentVersion(version);
    };
    addEventListener('pagehide', leave, { signal });
    addEventListener('online', () => void keeper.flush(), { signal });
    return () => {
      stop.abort();
      keeper.stop();
    };
  }, [keeper]);

  return {
    keeper,
    state,
    /** Why it is not kept, in words that help; empty where there are none. */
    refusal,
    /** When it was last kept; ISO 8601. */
    at,
    conflict,
    /** A save met a version that was not seen. */
    collide: (error: unknown) => {
      keeper.halt();
      setState('halted');
      setConflict(conflictOf(error));
    },
    /** This version is to stand, over the one that was told. */
    keepThis: () => {
      if (conflict) void keeper.resume(conflict.version);
      setConflict(null);
    },
    /** A save has kept everything. */
    adopt: (saved: KeptAs) => {
      keeper.adopt(saved);
      setAt(saved.saved_at);
    },
  };
}

export type Autosave<T> = ReturnType<typeof useAutosave<T>>;

function conflictOf(error: unknown): Conflict {
  const { version, saved_at } = error instanceof ApiError ? error.details : {};
  return { version: Number(version), savedAt: typeof saved_at === 'string' ? saved_at : null };
}

/**
 * What is refused, such as a title that is too long, stays as it was kept before; the rest of it is
 * kept all the same.
 */
export async function keepWhatFits<C extends object>(
  keep: (content: C) => Promise<KeptAs>,
  content: C,
  kept: C,
): Promise<KeptAs> {
  try {
    return await keep(content);
  } catch (error) {
    const fields =
      error instanceof ApiError && error.code === 'INVALID_INPUT' ? wireFields(error) : [];
    const before = Object.entries(kept).filter(([field]) => fields.includes(field));
    if (before.length === 0) throw error;
    return { ...(await keep({ ...content, ...Object.fromEntries(before) })), partly: true };
  }
}

const wireFields = ({ fields }: ApiError): string[] =>
  Object.keys(fields).map((path) => path.split('.')[0]!);

/** `14:03`, or with its day when that was another one. */
export function keptAt(at: string, now: Date): string {
  const [day, time] = formatDateTime(new Date(at)).split(' ') as [string, string];
  return localDate(new Date(at)) === localDate(now) ? time : `${day}, ${time}`;
}
