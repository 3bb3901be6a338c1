import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { guardUnsavedChanges } from '../lib/page/unsaved-changes.ts';
import { keepOrderLeft, orderAt } from '../lib/session/order-left.ts';
import { isLeavingAtOnce } from '../lib/session/quick-exit.ts';
import { useReload } from '../lib/session/session.ts';
import { createEditor, type EditorOptions, type SubmitContext } from './editor.ts';
import { failureOf, type RefusalCodes } from './failure.ts';
import { noteSentVersion } from './sent-version.ts';
import { confirmsUnload, type Saved } from './state.ts';

interface Options<T> extends Omit<EditorOptions<T>, 'failureOf'> {
  codes: RefusalCodes;
  /** Autosave has saved something. */
  onSaved?: () => void;
  /** Something new exists from now on, with this number. */
  onBegun?: (itemId: number | null) => void;
  onFailed?: (error: unknown) => void;
  /** Leads from a saved draft to the list. */
  onForward?: () => void;
  /** The address that something new has once it is saved. */
  pathWhenSaved?: () => string;
}

interface Exclusive<T, Q extends string> {
  run: (context: SubmitContext<T>) => Promise<void>;
  /** Returns the question that is open afterwards. */
  onRefused: (error: unknown, code: string) => Promise<Q | null>;
  /** The question after a change of the price; without it the open one stays. */
  nextQuestion?: (context: SubmitContext<T>) => Promise<Q | null>;
}

/** An order or a save by the person. */
interface Submission<T, Q extends string, Answer> extends Omit<Exclusive<T, Q>, 'run'> {
  send: (context: SubmitContext<T>) => Promise<Answer>;
  savedOf: (answer: Answer) => Saved;
  /** The account is loaded again by then. */
  onAccepted: (answer: Answer) => void;
}

/**
 * The editor of one item: its state machine, with the browser's events and the router as further
 * sources of events. The form, the dialogs and the page read `state` and dispatch.
 */
export function useItemEditor<T, Q extends string>(options: Options<T>) {
  const reload = useReload();
  const latest = useRef({ ...options, reload });
  latest.current = { ...options, reload };
  const [editor] = useState(() =>
    createEditor<T, Q>({
      ...options,
      send: (form, context) => latest.current.send(form, context),
      isUploading: () => latest.current.isUploading?.() ?? false,
      failureOf: (error) => {
        latest.current.onFailed?.(error);
        return failureOf(error, options.codes);
      },
    }),
  );
  const state = useSyncExternalStore(editor.subscribe, editor.state);
  const { dispatch } = editor;

  useEffect(() => {
    const openedAt = location.pathname;
    keepOrderLeft(null);
    const isUploading = () => latest.current.isUploading?.() ?? false;
    const unsubscribe = editor.subscribe((now, before) => {
      const { onSaved, onBegun, onForward } = latest.current;
      if (now.saves > before.saves) onSaved?.();
      if (now.begun && !before.begun) {
        onBegun?.(now.itemId);
        // The list and the menu know it from now on.
        void latest.current.reload();
      }
      if (before.forwardTimer && !now.forwardTimer && now.exit === 'left') onForward?.();
    });
    const unguard = guardUnsavedChanges(
      () => dispatch({ type: 'sessionEnded' }),
      () => editor.state().pending || isUploading(),
    );
    const stop = new AbortController();
    const { signal } = stop;
    const saveNow = () => dispatch({ type: 'saveNow' });
    const hide = () => {
      const sent = editor.hide();
      const path = latest.current.pathWhenSaved?.() ?? location.pathname;
      const { begun, version } = editor.state();
      if (sent !== null) noteSentVersion(sent, path, openedAt);
      // It has its number, and what is reloaded may be the address from before it.
      else if (begun && path !== openedAt) noteSentVersion(version, path, openedAt);
    };
    document.addEventListener('visibilitychange', () => document.hidden && saveNow(), { signal });
    addEventListener('pagehide', hide, { signal });
    addEventListener('online', saveNow, { signal });
    return () => {
      unsubscribe();
      unguard();
      stop.abort();
      editor.stop();
      // What the list shows of it is older than what was typed here.
      if (editor.state().saves > 0) void latest.current.reload();
    };
  }, [editor, dispatch]);

  const blocker = useBlocker({
    // From step to step everything stays as it is. After the browser's back the document already
    // has the next address, so the router's own is compared.
    shouldBlockFn: ({ current, next }) => {
      if (next.pathname === '/guthaben') keepOrderLeft(orderAt(current));
      return next.pathname !== current.pathname && editor.leave();
    },
    enableBeforeUnload: () =>
      !isLeavingAtOnce() && confirmsUnload(editor.state(), latest.current.isUploading?.() ?? false),
    withResolver: true,
  });

  /** Returns the question that is open after a refusal. */
  const refused = async (
    { onRefused, nextQuestion }: Exclusive<T, Q>,
    error: unknown,
    context: SubmitContext<T>,
  ): Promise<Q | null> => {
    const { code, message, details } = error instanceof ApiError ? error : new ApiError('', '');
    if (code === 'PRICE_CHANGED') {
      const total = typeof details.total === 'number' ? details.total : null;
      dispatch({ type: 'repriced', total, message });
      await reload();
      return nextQuestion ? nextQuestion(context) : editor.state().question;
    }
    const failure = failureOf(error, options.codes);
    if (failure.kind === 'conflict') {
      dispatch({ type: 'conflictFound', conflict: failure.conflict });
      return null;
    }
    dispatch({ type: 'refused', question: null, message });
    if (failure.kind === 'session') {
      dispatch({ type: 'sessionEnded' });
      return null;
    }
    return onRefused(error, code);
  };

  const exclusive = (act: Exclusive<T, Q>) =>
    editor.submit(async (context) => {
      try {
        await act.run(context);
      } catch (error) {
        const message = error instanceof ApiError ? error.message : '';
        const question = await refused(act, error, context);
        dispatch({ type: 'refused', question, message });
      }
    });

  const submit = <Answer>({ send, savedOf, onAccepted, ...refusals }: Submission<T, Q, Answer>) =>
    exclusive({
      ...refusals,
      run: async (context) => {
        const answer = await send(context);
        dispatch({ type: 'accepted', form: context.form, saved: savedOf(answer) });
        keepOrderLeft(null);
        await reload();
        onAccepted(answer);
      },
    });

  return {
    state,
    form: state.form,
    /** The state as it is now, for what runs after a call. */
    current: editor.state,
    dispatch,
    flush: editor.flush,
    exclusive,
    submit,
    /** Deletes unsaved changes on the server; rejects as `act` does. */
    discard: (act: (version: number) => Promise<unknown>) =>
      editor.submit(async ({ version }) => {
        await act(version);
        dispatch({ type: 'discarded' });
      }),
    busy: state.phase === 'submitting',
    replace: (form: T) => dispatch({ type: 'typed', form }),
    openQuestion: (question: Q) => dispatch({ type: 'questionOpened', question }),
    closeQuestion: () => dispatch({ type: 'questionClosed' }),
    sessionEnded: () => dispatch({ type: 'sessionEnded' }),
    /** The page goes without a question. */
    release: () => dispatch({ type: 'left' }),
    leaving: {
      confirming: blocker.status === 'blocked',
      stay: () => {
        dispatch({ type: 'stayed' });
        blocker.reset?.();
      },
      go: () => {
        dispatch({ type: 'left' });
        blocker.proceed?.();
      },
    },
  };
}

export type ItemEditor<T, Q extends string = string> = ReturnType<typeof useItemEditor<T, Q>>;
