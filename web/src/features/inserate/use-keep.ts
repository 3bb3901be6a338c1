import { type InseratContent, keepInserat } from '@samtrot/shared/inserate/contract.ts';
import { formatDateTime, localDate } from '@samtrot/shared/kernel/time.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { contentOf, type EditorForm, hasChanges } from './editor-form.ts';
import { createKeeper, type KeepState, type KeptAs } from './keeper.ts';

/** What another window has made of the ad. */
export interface Conflict {
  version: number;
  savedAt: string | null;
}

interface Options {
  inseratId: number;
  form: EditorForm;
  /** The version that was read, 0 of a blank draft. */
  version: number;
  savedAt: string | null;
  /** Told in place of nothing while it is as it was read. */
  shownAtStart: boolean;
  onKept: () => void;
  onSessionEnded: () => void;
}

/** The draft that is never lost: what stands in the form is kept on the server as it is typed. */
export function useKeep({ inseratId, form, version, savedAt, shownAtStart, onKept, onSessionEnded }: Options) {
  const [state, setState] = useState<KeepState>(shownAtStart && savedAt ? 'kept' : 'rest');
  const [at, setAt] = useState(savedAt);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const latest = useRef({ onKept, onSessionEnded });
  latest.current = { onKept, onSessionEnded };
  const retries = (error: unknown): boolean => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'EDITED_ELSEWHERE') setConflict(conflictOf(error));
    if (code === 'NOT_LOGGED_IN') latest.current.onSessionEnded();
    return !['EDITED_ELSEWHERE', 'NOT_LOGGED_IN', 'INSERAT_NOT_FOUND'].includes(code);
  };
  const [keeper] = useState(() =>
    createKeeper<EditorForm>({
      ...{ start: form, version, differs: hasChanges, onState: setState, retries },
      send: (typed, how) => send(inseratId, typed, how),
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
    document.addEventListener('visibilitychange', () => document.hidden && void keeper.flush(true), { signal });
    addEventListener('pagehide', () => keeper.leave(), { signal });
    addEventListener('online', () => void keeper.flush(), { signal });
    return () => {
      stop.abort();
      keeper.stop();
    };
  }, [keeper]);

  return {
    keeper,
    state,
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

export type Keep = ReturnType<typeof useKeep>;

function conflictOf(error: unknown): Conflict {
  const { version, saved_at } = error instanceof ApiError ? error.details : {};
  return { version: Number(version), savedAt: typeof saved_at === 'string' ? saved_at : null };
}

type How = { version: number; kept: EditorForm; leaving: boolean };

/** What is refused, such as a title that is too long, stays as it was kept before; the rest of it is kept all the same. */
async function send(inserat_id: number, typed: EditorForm, { version, kept, leaving }: How): Promise<KeptAs> {
  const keep = (content: InseratContent) =>
    call(keepInserat, { inserat_id, ...content, version }, undefined, { keepalive: leaving });
  const content = contentOf(typed);
  try {
    return await keep(content);
  } catch (error) {
    const fields = error instanceof ApiError && error.code === 'INVALID_INPUT' ? wireFields(error) : [];
    const before = Object.entries(contentOf(kept)).filter(([field]) => fields.includes(field));
    if (before.length === 0) throw error;
    return { ...(await keep({ ...content, ...Object.fromEntries(before) })), partly: true };
  }
}

const wireFields = ({ fields }: ApiError): string[] => Object.keys(fields).map((path) => path.split('.')[0]!);

/** `14:03`, or with its day when that was another one. */
export function keptAt(at: string, now: Date): string {
  const [day, time] = formatDateTime(new Date(at)).split(' ') as [string, string];
  return localDate(new Date(at)) === localDate(now) ? time : `${day}, ${time}`;
}
